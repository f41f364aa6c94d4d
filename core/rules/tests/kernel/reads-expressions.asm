# What each expression and each set looks at.
show reads
seats 2
counter days table
counter wood seat
group shore columns 2: s1 s2 s3 s4
counter mark seat_group shore
kind tile
attr worth
zone pit table
zone yard seat active
entry a tile worth = 3
piece a1 a in pit of p1
cost fee me = 1 of wood | days of days table              ; reads days, wood
value price = days + wood[me]                             ; reads days, wood, me
value high = value(price, me, nil) * 2                    ; reads days, wood, me

proc main me x list
  let x, days                                             ; reads days
  let x, my(wood)                                         ; reads wood, me
  let x, wood[x]                                          ; reads wood, x
  let x, attr(worth, x) + entry_attr(worth, entry_of(x))  ; reads faces, x
  let x, owner(x)                                         ; reads owners, x
  let x, controller(x)                                    ; reads controllers, x
  let x, face(x)                                          ; reads faces, x
  let x, place_of(x)                                      ; reads places, x
  let x, space_of(first(it0, pieces(pit), is_kind(tile, it0)))  ; reads pit, places
  let x, size(pit)                                        ; reads size of pit
  let x, size(place_of(x))                                ; reads places, sizes, x
  let x, free(yard[me])                                   ; reads size of yard, me
  let x, len(pieces(yard[me]))                            ; reads yard, me
  let x, count(it0, zone(yard), owner(it0) == me)         ; reads yard, owners, me
  let x, value(high, me, nil)                             ; reads days, wood, me
  let x, sum(it0, seats(me), wood[it0])                   ; reads wood, me
  let x, in_slot(pit, 2)                                  ; reads pit
  let x, if(days > 2, 1, 2)                               ; reads days
  let x, has(others(me), x)                               ; reads me, x
  let x, pair(mark, me, s1)                               ; reads me
  let x, distance(s1, s2)                                 ; -
  let x, count(it0, neighbours(x), 1)                     ; reads x
  let x, seats_apart(me, p2)                              ; reads me
  let x, len(picked(list))                                ; reads list
  end_game                                                ; -
