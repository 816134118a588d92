/* The page of condyle view, built by tools/web: one HTML file around the robot. */
#ifndef CONDYLE_TOOLS_VIEW_PAGE_H
#define CONDYLE_TOOLS_VIEW_PAGE_H

/* The page before and behind the robot, which is JSON; NULL where the page was not built. */
extern const char *const view_page_head, *const view_page_tail;

#endif
