// Robots for the tests that are not bundled.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';

const inertial = '<inertial><origin xyz="0.1 0.02 0.03"/><mass value="2"/>' +
  '<inertia ixx="0.02" ixy="0.001" ixz="0" iyy="0.03" iyz="0.002" izz="0.04"/></inertial>';

const limit = '<limit lower="-1.5" upper="2" effort="40" velocity="3"/>';

function limb(side, place) {
  return ['shoulder', 'elbow', 'wrist'].map((part, i) => {
    const parent = i === 0 ? 'torso' : `${side}_${['shoulder', 'elbow'][i - 1]}`;
    const mimic = side === 'right' && i === 1 ? '<mimic joint="left_elbow_joint" multiplier="-0.5" offset="0.1"/>' : '';
    return `<link name="${side}_${part}">${inertial}<visual><origin xyz="0.1 0 0" rpy="0 1.5707963 0"/>` +
      '<geometry><cylinder radius="0.04" length="0.2"/></geometry></visual></link>' +
      `<joint name="${side}_${part}_joint" type="revolute"><origin xyz="${i === 0 ? place : '0.2 0 0'}"/>` +
      `<parent link="${parent}"/><child link="${side}_${part}"/><axis xyz="0 1 0.2"/>${limit}${mimic}</joint>`;
  }).join('');
}

/** Two arms on a torso, of which one elbow follows the other; a wagon in a plane and a slide. */
export const humanoid = `<robot name="humanoid"><link name="ground"/><link name="wagon">${inertial}</link>
<joint name="wagon_joint" type="planar"><parent link="ground"/><child link="wagon"/><axis xyz="0 0 1"/></joint>
<link name="torso">${inertial}<visual><origin xyz="0 0 0.2"/><geometry><box size="0.2 0.3 0.4"/></geometry>
<material name="red"><color rgba="0.8 0.1 0.1 1"/></material></visual></link>
<joint name="lift" type="prismatic"><origin xyz="0 0 0.5"/><parent link="wagon"/><child link="torso"/>
<axis xyz="0 0 1"/><limit lower="-0.1" upper="0.3" effort="500" velocity="1"/></joint>
${limb('left', '0 0.2 0.3')}${limb('right', '0 -0.2 0.3')}</robot>`;

/** Writes a robot into a folder; returns the file's path. */
export function writeRobot(folder, name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}
