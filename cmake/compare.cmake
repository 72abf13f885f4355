# Run PROGRAM, by EMULATOR where it is for another machine, and compare what it prints with the file EXPECTED: byte by
# byte, but for the ends of lines of Windows.
execute_process(COMMAND ${EMULATOR} ${PROGRAM} OUTPUT_VARIABLE got RESULT_VARIABLE code WORKING_DIRECTORY ${DIRECTORY})
file(READ ${EXPECTED} want)
if(PROGRAM MATCHES "\\.exe$")
    string(REPLACE "\r\n" "\n" got "${got}")
endif()
if(NOT code EQUAL 0)
    message(FATAL_ERROR "${PROGRAM} ended with ${code}\n${got}")
endif()
if(NOT got STREQUAL want)
    message(FATAL_ERROR "The output differs from ${EXPECTED}\n--- expected ---\n${want}--- printed ---\n${got}")
endif()
