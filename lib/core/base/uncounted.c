/* In builds for fuzzing the compiler calls this function at every branch of the rooms that read files. Programs that
 * count steps replace the function (tests/support/steps.h); in other programs it does nothing. */
void __sanitizer_cov_trace_pc(void);

__attribute__((weak)) void __sanitizer_cov_trace_pc(void)
{
}
