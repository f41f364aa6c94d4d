# A seat that does not decide cannot be asked: it is known where such a seat may act.
show fails decides
seats 3 players 2
counter wood seat

proc main me list it
  call asked, (me)                   ; fails, decides
  each players(me), list, turn       ; fails, decides
walk:
  call asked_too, (it)               ; fails, decides
turn:
  next list, it, walk                ; fails, decides
  call anybody, (seat_after(me, 1))  ; fails, decides
  end_game                           ; decides

proc asked me n
  amount n, 0, 1, "how much?"        ; decides
  return                             ; decides

proc asked_too me n
  amount n, 0, 1, "how much?"        ; decides
  return                             ; decides

proc anybody me n
  amount n, 0, 1, "how much?"        ; fails
  return                             ; -
