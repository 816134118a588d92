/* Style of the report's page: colors of Okabe and Ito (2008), which are told apart with any color vision, for light and
 * dark screens and for A4 paper. */
#include "commands/motion/report_style.h"

#define LIGHT                                                                                                          \
    "--page:#ffffff;--card:#f6f8fa;--ink:#1b1f24;--soft:#57606a;--rule:#d0d7de;--grid:#e6eaee;--good:#00674a;"         \
    "--bad:#b34700;--q:#0072b2;--qd:#00805d;--tau:#d55e00;--power:#a8437f;--beyond:#d55e00;--shade:#00000038;--"       \
    "behind:#ffffff"

#define DARK                                                                                                           \
    "--page:#0f1318;--card:#181e25;--ink:#e6eaee;--soft:#9aa5b1;--rule:#39424d;--grid:#272f38;--good:#3fcf9f;"         \
    "--bad:#ff9a4d;--q:#56b4e9;--qd:#2fc797;--tau:#f0a030;--power:#e398c4;--beyond:#ff8c3a;--shade:#ffffff3d;--"       \
    "behind:#c3cad2"

/* Text and tables. */
static const char text_style[] =
    ":root{color-scheme:light dark;" LIGHT "}\n"
    "@media (prefers-color-scheme:dark){:root{" DARK "}}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0;background:var(--page);color:var(--ink);font:15px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,"
    "'Helvetica Neue',Arial,sans-serif}\n"
    "main{max-width:1180px;margin:0 auto;padding:32px 24px 48px}\n"
    "h1{font-size:30px;line-height:1.2;margin:0 0 6px;overflow-wrap:anywhere}\n"
    "h2{font-size:20px;margin:40px 0 6px;padding-top:14px;border-top:1px solid var(--rule)}\n"
    "h3{font-size:16px;margin:0 0 8px;overflow-wrap:anywhere}\n"
    "h3 small{font-weight:400;color:var(--soft);font-size:14px;margin-left:6px}\n"
    "p{margin:6px 0;max-width:75em}.soft,small{color:var(--soft)}.over{color:var(--bad);font-weight:600}\n"
    ".verdict{margin:20px 0;padding:12px 16px;background:var(--card);border-left:6px solid var(--good)}\n"
    ".verdict.bad{border-color:var(--bad)}.verdict.none{border-color:var(--soft)}\n"
    ".verdict p:first-child{font-size:18px;font-weight:600;margin-top:0}.verdict p:last-child{margin-bottom:0}\n"
    ".tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(210px,1fr));gap:12px}\n"
    ".tile{background:var(--card);padding:10px 14px;border-top:3px solid var(--soft);overflow-wrap:anywhere}\n"
    ".tile.q{border-color:var(--q)}.tile.qd{border-color:var(--qd)}.tile.tau{border-color:var(--tau)}"
    ".tile.power{border-color:var(--power)}\n"
    ".tile b{display:block;font-size:22px;line-height:1.3}\n"
    ".robot{display:grid;grid-template-columns:minmax(0,2fr) minmax(0,3fr);gap:24px;align-items:start}\n"
    ".picture svg{display:block;width:100%;height:auto;background:var(--behind);border-radius:4px}"
    ".picture image{mix-blend-mode:multiply}\n"
    /* A shade at the side where the table goes on, which is covered at its ends. */
    ".scroll{overflow-x:auto;background:linear-gradient(to right,var(--page) 30%,transparent) 0 0/40px 100% local,"
    "linear-gradient(to left,var(--page) 30%,transparent) 100% 0/40px 100% local,"
    "linear-gradient(to right,var(--shade),transparent) 0 0/16px 100% scroll,"
    "linear-gradient(to left,var(--shade),transparent) 100% 0/16px 100% scroll;background-repeat:no-repeat}\n"
    "table{border-collapse:collapse;font-size:13.5px;font-variant-numeric:tabular-nums}\n"
    ".wide{width:100%}th,td{padding:4px 10px;text-align:right;vertical-align:top;white-space:nowrap}\n"
    "th{font-weight:600}thead th{color:var(--soft);border-bottom:1px solid var(--rule);vertical-align:bottom}\n"
    "tbody tr+tr>*{border-top:1px solid var(--grid)}\n"
    "th:first-child,td:first-child,.left{text-align:left}td small{display:block}\n"
    "\n"
    ".bars td{vertical-align:middle;text-align:left}.bars th{text-align:left}.bar{display:inline-block;width:calc(100% "
    "- 66px);min-width:90px;height:12px;"
    "vertical-align:middle}.bars td span{display:inline-block;width:58px;text-align:right;padding-right:8px}\n";

/* Plots. */
static const char plot_style[] =
    ".joint{margin:26px 0 0;break-inside:avoid}\n"
    ".plots{display:grid;grid-template-columns:repeat(auto-fill,minmax(320px,1fr));gap:14px 20px}\n"
    ".plot{display:block;width:100%;height:auto;font:12px system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;"
    "font-variant-numeric:tabular-nums}\n"
    ".facts{align-self:center;width:100%;font-size:13px}.facts td,.facts th{padding:3px 6px}.facts "
    "td{white-space:normal}"
    ".facts th{font-weight:400;color:var(--soft);white-space:nowrap!important}.facts td{text-align:left!important}\n"
    "svg text{fill:var(--ink)}svg .title{font-weight:600;font-size:13px}svg .unit{fill:var(--soft);font-weight:400}\n"
    ".limit-text,svg .end{text-anchor:end}svg .mid{text-anchor:middle}\n"
    ".frame{fill:none;stroke:var(--soft);stroke-width:.8}.grid{stroke:var(--grid);fill:none}"
    ".zero{stroke:var(--soft);stroke-width:.8;fill:none}\n"
    ".limit{stroke:var(--ink);stroke-width:1.3;stroke-dasharray:6 3;fill:none}.beyond{fill:var(--beyond);opacity:.13}\n"
    ".limit-text{font-size:10.5px;paint-order:stroke;stroke:var(--page);stroke-width:3px}\n"
    ".curve{fill:none;stroke-width:1.5;stroke-linejoin:round;stroke-linecap:round}.cells{fill:none}\n"
    ".curve.q,.cells.q,.peak.q{stroke:var(--q)}.curve.qd,.cells.qd,.peak.qd{stroke:var(--qd)}"
    ".curve.tau,.cells.tau,.peak.tau{stroke:var(--tau)}.curve.power,.cells.power,.peak.power{stroke:var(--power)}\n"
    ".peak{fill:var(--page);stroke-width:1.8}\n"
    ".bar .track{fill:var(--grid)}.bar .q{fill:var(--q)}.bar .qd{fill:var(--qd)}.bar .tau{fill:var(--tau)}"
    ".bar .full{stroke:var(--ink);stroke-width:1.5}.bar .mean{stroke:var(--ink);stroke-width:2}\n"
    ".legend{font-size:13px;color:var(--soft)}.legend svg{width:34px;height:12px;vertical-align:middle;margin:0 4px 0 "
    "14px}\n";

/* Small screens, and paper. */
static const char media_style[] =
    "footer{margin-top:40px;padding-top:12px;border-top:1px solid var(--rule);font-size:13px;color:var(--soft)}\n"
    "@media screen and (max-width:820px){.robot{grid-template-columns:minmax(0,1fr)}}\n"
    "@media screen and (max-width:480px){main{padding:20px 14px}.plots{grid-template-columns:1fr}h1{font-size:24px}"
    ".scroll th:first-child{position:sticky;left:0;background:var(--page)}}\n"
    "@page{size:A4;margin:13mm 12mm 15mm;@bottom-right{content:counter(page) ' / ' counter(pages);"
    "font:9pt sans-serif;color:#57606a}}\n"
    "@media print{:root{color-scheme:light;" LIGHT "}\n"
    "body{font-size:10pt;print-color-adjust:exact;-webkit-print-color-adjust:exact}main{max-width:none;padding:0}\n"
    "h1{font-size:20pt}h2{font-size:13pt;margin-top:18pt;break-after:avoid}h3{font-size:10.5pt;break-after:avoid}\n"
    ".plots{grid-template-columns:repeat(3,1fr);gap:6px "
    "10px}.joint{margin-top:12pt}.scroll{overflow:visible;background:none}\n"
    ".tiles{grid-template-columns:repeat(4,1fr);gap:8px}.tile{font-size:8.5pt;padding:6px 9px}.tile "
    "b{font-size:13pt}.tile,.verdict{break-inside:avoid}\n"
    "table{font-size:7.6pt}th,td{padding:2px 4px}.facts{font-size:7.6pt}.facts td,.facts th{padding:1.5px 3px}\n"
    "th:first-child{white-space:normal}.bar{min-width:50px}.picture,tr{break-inside:avoid}thead{display:table-header-"
    "group}\n"
    ".legend,p.soft{font-size:8.5pt}}\n";

void report_write_style(output *out)
{
    output_text(out, "<style>\n");
    output_text(out, text_style);
    output_text(out, plot_style);
    output_text(out, media_style);
    output_text(out, "</style>\n");
}
