// What the demo prints: the town in numbers, and a short table for each question.
#ifndef TOOL_DEMO_TABLE_H
#define TOOL_DEMO_TABLE_H

#include "demo/select.h"

/// How many objects there are of each kind.
void print_town(const town* t);

/// The answer to a question, the first few rows of it.
void print_findings(const town* t, const findings* f);

/// 12345678 as 12,345,678.
void print_grouped(uint64_t n);

#endif
