# A condition on a parameter cannot fail if every caller hands over something.
show fails returns
seats 2
counter vp seat
kind tile
zone pit table
entry a tile
piece a1 a in pit

proc main me list it
  each kind(tile), list, turn                     ; fails
walk:
  call proved, (me, it)                           ; fails
  call doubted, (me, it)                          ; fails
turn:
  next list, it, walk                             ; fails
  call doubted, (me, first(it0, pieces(pit), 1))  ; fails
  end_game                                        ; -

proc proved me what
  require what ~= nil, "there is a piece"         ; returns
  gain vp, me, 1                                  ; returns
  return                                          ; returns

# One of its callers may hand over nothing.
proc doubted me what
  require what ~= nil, "there is a piece"         ; fails, returns
  gain vp, me, 1                                  ; returns
  return                                          ; returns
