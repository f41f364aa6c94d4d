# A cost inside of a loop reaches the start of the loop, and not what comes after it.
show fails returns
seats 3
counter wood seat start 1
counter fish seat
cost fee = 1 of wood

proc main me list it n
  commit                        ; -
  each players(me), list, turn  ; fails
walk:
  pay fee, it, nil              ; fails
  gain fish, it, 1              ; fails
  unless it == p3, turn         ; fails
  break list                    ; fails
turn:
  next list, it, walk           ; fails
  let n, 0                      ; -
more:
  let n, n + 1                  ; -
  unless n >= 2, more           ; -
  gain fish, me, 1              ; -
  end_game                      ; -

run
>   wood[p1] 1 -> 0
>   fish[p1] 0 -> 1
>   wood[p2] 1 -> 0
>   fish[p2] 0 -> 1
>   wood[p3] 1 -> 0
>   fish[p3] 0 -> 1
>   fish[p1] 1 -> 2
>   over
