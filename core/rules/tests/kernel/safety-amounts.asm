# An amount can fail if there may be no number between its bounds. A `commit`
# after each keeps one from saying anything about those before it.
show fails returns
seats 2
counter wood seat
counter debt seat in -5..5

proc main me n
  amount n, 0, wood[me], "how much?"          ; -
  commit                                      ; -
  amount n, 1, wood[me], "how much?"          ; fails
  commit                                      ; -
  amount n, 0, debt[me], "how much?"          ; fails
  commit                                      ; -
  amount n, 0, max(debt[me], 0), "how much?"  ; -
  commit                                      ; -
  amount n, 2, 1, "how much?"                 ; fails
  commit                                      ; -
  end_game                                    ; -
