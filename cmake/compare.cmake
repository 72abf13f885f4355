# Run PROGRAM and compare what it prints with the file EXPECTED, byte by byte.
execute_process(COMMAND ${PROGRAM} OUTPUT_VARIABLE got RESULT_VARIABLE code WORKING_DIRECTORY ${DIRECTORY})
file(READ ${EXPECTED} want)
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ended with ${code}\n${got}")
endif()
if(NOT got STREQUAL want)
    message(FATAL_ERROR "The output differs from ${EXPECTED}\n--- expected ---\n${want}--- printed ---\n${got}")
endif()
