# A condition that is the same in every state is followed one way only.
show fails returns short
seats 2
counter wood seat
cost fee = 1 of wood
value price = 2 - 2

proc main me
  unless 1 > 2, on                          ; fails | 0
  pay fee, me, nil                          ; fails | leaf, -1
on:
  unless value(price, me, nil) == 0, worse  ; fails | two
  end_game                                  ; -
worse:
  pay fee, me, nil                          ; fails | leaf, -1
  end_game                                  ; -

proc in_some_states me
  unless wood[me] == 0, worse               ; fails, returns | two
  return                                    ; returns
worse:
  pay fee, me, nil                          ; fails, returns | leaf, -1
  return                                    ; returns
