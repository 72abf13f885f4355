// The demo's answers for machines.
#ifndef TOOL_DEMO_JSON_H
#define TOOL_DEMO_JSON_H

#include "format/json_writer.h"
#include "demo/select.h"

/// One answer as an object: all that was found, not only the first ones as in the tables.
void json_findings(json_writer* j, const town* t, const findings* f);

#endif
