// A program that knows Hitscan by hearsay: it links a library that links it.
#include <geometry.h>
#include <stdio.h>

int main(void)
{
    float distance = geometry_distance(-5);
    printf("distance %g\n", (double)distance);
    return distance == 4 && geometry_distance(5) == -1 ? 0 : 1;
}
