# Steps printed on entries, pieces and spaces are run; a thing without any does nothing.
show fails returns
seats 2
counter wood seat start 1
counter fish seat
attr does
attr price
list prices = 1 4 9
cost fee = 1 of wood
kind tile
zone pit table
entry mill tile does = works price = prices
entry stone tile
piece mill1 mill / stone in pit
group shore columns 2: s1 s2 s3 s4
at s2 does = fishes
link s1 s4

proc main me where n
  commit                                        ; -
  pick where, "where?", spaces(s1, 4) as space  ; fails
  perform space, does, where, (me)              ; fails
  perform piece, does, mill1, (me)              ; fails
  flip mill1, 1                                 ; fails
  perform piece, does, mill1, (me)              ; fails
  let n, list_at(entry_attr(price, mill), 2) + sum(it0, listed(entry_attr(price, mill)), it0)  ; -
  note "{} {}" with n as number & count(it0, neighbours(where), 1) as number, ()  ; -
  end_game                                      ; -

proc works me
  pay fee, me, nil                              ; fails, returns
  return                                        ; returns

proc fishes me
  gain fish, me, 1                              ; returns
  return                                        ; returns

run s2
> p1 pick: s1, s2, s3, s4
> s2
>   fish[p1] 0 -> 1
>   wood[p1] 1 -> 0
>   mill1 shows face 1
>   "18 2"
>   over
