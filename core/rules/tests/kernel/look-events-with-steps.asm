# An event is announced to whoever waits for it. An ability that cannot be completed is skipped; one
# that asks is asked; one that sets itself off again is not run twice.
show fails returns
seats 2
event called
event wood_gained
counter wood seat gained wood_gained
counter vp seat
cost fee = 1 of wood
ability echo on called does echoing
ability pays_more on called others does paying
ability again on wood_gained does gaining

proc main me
  commit             ; -
  emit called, (3)   ; -
  gain vp, me, 1     ; -
  end_game           ; -

proc echoing me self actor n
  may "wood?", over  ; returns
  gain wood, me, n   ; returns
  done               ; returns
over:
  return             ; returns

proc paying me self actor n
  pay fee, me, nil   ; fails, returns
  return             ; returns

proc gaining me self actor seat much
  gain wood, me, 1   ; returns
  return             ; returns

run yes
> p1 may: yes, no
> yes
>   wood[p1] 0 -> 3
>   wood[p1] 3 -> 4
>   vp[p1] 0 -> 1
>   over
run no
> p1 may: yes, no
> no
>   vp[p1] 0 -> 1
>   over
