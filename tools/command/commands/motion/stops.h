/* Stops of a robot, and the worst of them over a workspace, for the subcommand stop. */
#ifndef CONDYLE_TOOLS_STOPS_H
#define CONDYLE_TOOLS_STOPS_H

#include "compute/limit_watch.h"
#include "options/number_options.h"
#include "run/output.h"
#include "values/place.h"
#include "values/robot.h"
#include "values/state_options.h"

#include <condyle/payload.h>
#include <condyle/stop.h>

/* Parts of the full speed and of the full load, as ISO 10218-1, annex B, asks to be told. */
enum { PARTS = 3 };
extern const double stop_parts[PARTS];

typedef struct stop_options {
    invocation invocation;
    robot_options robot;
    drive_options drives;
    text_list payloads;
    state_options state;
    format_options format;
    const char *at, *brakes, *effort, *deceleration;
    int category; /* of cdy_stop_category */
    double step, most_time;
    int precision;
    bool degrees, fastest;
    uint64_t worst; /* poses at each reach; 0: one pose */
} stop_options;

/* One stop: of a joint alone, or of all joints (-1). */
typedef struct stop_row {
    int joint;
    double load, speed, reach; /* per cent; reach: of --worst */
    cdy_stop stop;
    cdy_worst_stop worst;
    double *travel; /* n, rad or m; in degrees where asked for */
} stop_row;

/* The stops of a robot. */
typedef struct stops {
    const stop_options *options;
    robot robot;
    int n;
    place at;
    double *q, *full, *brakes, *effort, *deceleration, *qd; /* n each, of one piece of memory */
    cdy_payload *payloads;                                  /* of each frame */
    bool loaded;
    stop_row *rows;
    double *travel;
    int count;                      /* rows */
    size_t tried, unstopped, stuck; /* stops; stuck: those of the unstopped whose drives cannot brake or hold */
    limit_watch limits;
    text_buffer beyond; /* the first joint that ends beyond its position limit */
    size_t beyond_count;
} stops;

/* Carries a part of the full load, per cent. */
exit_code stops_set_load(const stops *s, double percent);

/* The motion of a joint alone, or of all (-1), at a part of its speed, as the library takes it. */
cdy_stop_state stops_state(const stops *s, int joint, double speed);

/* Drives that cannot keep the line, or hold the robot at its end, end the motion before its time. */
bool stops_is_stuck(const stops *s, const stop_row *row);

/* Write the stops from one pose. */
void stops_write_table(const stops *s, output *out);
exit_code stops_write_csv(const stops *s, output *out);
exit_code stops_write_json(const stops *s, output *out);

/* Returns the name of the joint that moves, "all" for all. */
const char *stops_row_name(const stops *s, const stop_row *row);

/* Finds the worst stops of every motion over poses at 33, 66 and 100 % of the reach, and writes them. */
exit_code stops_find_worst(stops *s);
exit_code stops_write_worst(const stops *s, output *out);

#endif
