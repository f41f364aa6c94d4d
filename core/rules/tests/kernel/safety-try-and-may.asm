# `try` and `may` do without what cannot be done: nothing fails outside of their blocks.
show fails returns
seats 2
counter wood seat start 1
counter fish seat
cost fee = 1 of wood

proc main me
  may "pay?", no     ; -
  pay fee, me, nil   ; fails
  gain fish, me, 1   ; -
  done               ; -
no:
  try out            ; -
  pay fee, me, nil   ; fails
  gain fish, me, 2   ; -
  done               ; -
out:
  end_game           ; -

# No seat decides here, so it cannot be asked: anybody may have called this.
proc doubted me
  call asked, (nil)  ; fails, returns
  return             ; returns

proc asked me
  may "pay?", out    ; fails, returns
  done               ; returns
out:
  return             ; returns

run no
> p1 may: yes, no
> no
>   wood[p1] 1 -> 0
>   fish[p1] 0 -> 2
>   over
run yes
> p1 may: yes, no
> yes
>   wood[p1] 1 -> 0
>   fish[p1] 0 -> 1
>   over
