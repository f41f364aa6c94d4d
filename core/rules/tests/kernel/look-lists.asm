# Lists: what a loop remembers, what a binding keeps, what is handed over.
seats 2
counter vp seat
kind tile
zone pit table
entry a tile
piece a1 a in pit
piece a2 a in pit
piece a3 a in pit

proc main me kept list it seen
  keep kept, where(it0, pieces(pit), it0 ~= a2)
  room seen, 2
  each kind(tile), list, turn
walk:
  remember seen, it
turn:
  next list, it, walk
  note "kept {}, seen {}" with len(picked(kept)) as number & len(picked(seen)) as number, ()
  call counts, (me, kept)
  end_game

proc counts me given list it
  take given
  each picked(given), list, turn
walk:
  gain vp, me, 1
turn:
  next list, it, walk
  return

run
>   "kept 2, seen 2"
>   vp[p1] 0 -> 1
>   vp[p1] 1 -> 2
>   over
