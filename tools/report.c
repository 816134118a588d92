#include "report.h"

exit_code report_write(const report *done, output *out)
{
    switch (done->options->format) {
    case FORMAT_TABLE: return report_write_table(done, out);
    case FORMAT_CSV: return report_write_csv(done, out);
    case FORMAT_JSON: return report_write_json(done, out);
    }
    return EXIT_USAGE;
}
