"""A copy of the sources in which files are changed, with a build folder that follows it."""

import json
import os
import pathlib
import shlex
import subprocess

PAIRS = ('-isystem', '-iquote', '-include')
KEPT = ('-D', '-U', '-std', '-m')
DROPPED = ('-mprefer', '-mtune')  # which clang does not know
OPTIONS = ['-Doptimization=1', '-Ddebug=false', '-Db_ndebug=false']


class Sandbox:
    """`folder/source` is the copy of the sources in `root`, `folder/source/build` its build."""

    def __init__(self, root, folder):
        self.root = pathlib.Path(root)
        self.copy = pathlib.Path(folder) / 'source'
        self.build = self.copy / 'build'

    def write(self, changed):
        """Makes the copy what the sources are, but for the files in `changed`: their bytes, by their paths."""
        listed = subprocess.run(['git', 'ls-files', '-z', '--cached', '--others', '--exclude-standard'], cwd=self.root,
                                check=True, capture_output=True).stdout.decode().split('\0')
        names = {name for name in listed if name and (self.root / name).is_file()}
        for name in names:
            self.write_file(name, changed.get(name))
        for folder in ('docs', 'lib', 'tests', 'tools', 'urdf'):
            for path in (self.copy / folder).rglob('*'):
                if path.is_file() and str(path.relative_to(self.copy)) not in names and '__pycache__' not in path.parts:
                    path.unlink()

    def write_file(self, name, wanted):
        source, path = self.root / name, self.copy / name
        wanted = source.read_bytes() if wanted is None else wanted
        if path.is_file() and path.read_bytes() == wanted:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(wanted)
        path.chmod(source.stat().st_mode & 0o777)

    def configure(self, reference):
        if not (self.build / 'build.ninja').exists():
            subprocess.run(['meson', 'setup', str(self.build), str(self.copy), *OPTIONS,
                            f'-Dreference_dir={reference}'], check=True, stdout=subprocess.DEVNULL)

    def introspect(self, what):
        told = subprocess.run(['meson', 'introspect', f'--{what}', str(self.build)], check=True, capture_output=True,
                              text=True)
        return json.loads(told.stdout)

    def targets_of(self, tests):
        """What has to be built for these tests, with the copies that packages of scripts are made of."""
        targets = self.introspect('targets')
        files = {target['id']: target['filename'] for target in targets}
        copies = [name for target in targets if target['type'] == 'custom' and target['build_by_default']
                  for name in target['filename']]
        wanted = {word for test in tests for word in test['cmd']}
        wanted |= {name for test in tests for target in test['depends'] for name in files[target]}
        inside = str(self.build) + '/'
        return sorted(name[len(inside):] for name in wanted | set(copies) if name.startswith(inside) and
                      any(name in names for names in files.values()))

    def compile(self, targets, jobs):
        """Builds them; what the compiler said where something could not be built, else nothing."""
        done = subprocess.run(['ninja', '-C', str(self.build), '-j', str(jobs), '-k', '0', *targets], check=False,
                              capture_output=True, text=True, errors='replace', env=os.environ | {'LC_ALL': 'C'})
        return done.stdout + done.stderr if done.returncode else ''

    def translation_units(self):
        """Pairs of a file, relative to the copy, and the arguments that libclang needs to read it."""
        with open(self.build / 'compile_commands.json', encoding='utf-8') as file:
            commands = json.load(file)
        seen = set()
        for command in commands:
            path = (self.build / command['file']).resolve()
            if path.suffix != '.c' or path in seen or not path.is_relative_to(self.copy.resolve()):
                continue
            seen.add(path)
            yield str(path.relative_to(self.copy.resolve())), self.kept_arguments(shlex.split(command['command']))

    def kept_arguments(self, words):
        kept = []
        for at, word in enumerate(words):
            if word in PAIRS:
                kept += [word, self.absolute(words[at + 1])]
            elif word.startswith('-I'):
                kept.append('-I' + self.absolute(word[2:]))
            elif word.startswith(KEPT) and not word.startswith(DROPPED):
                kept.append(word)
        return kept

    def absolute(self, path):
        return os.path.normpath(self.build / path)
