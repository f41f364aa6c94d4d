# What is offered must not tell what nobody can know: a draw from a stack that lies face down ends
# the look-ahead, and so do chance and a shuffle that is not looked into.
show fails
seats 2
kind tile
attr worth
zone pit table stack nobody_sees
zone heap table stack
zone yard seat
entry one tile worth = 1
entry two tile worth = 2
piece p_one one in pit
piece h_one one in heap

proc main me what
  commit                                   ; -
  choose "from where?", over | "pit" pit_ | "heap" heap_ | "dice" dice_ | "rest" over  ; -
pit_:
  draw pit, yard[me], 1, top, what         ; fails
  jump looks                               ; fails
heap_:
  draw heap, yard[me], 1, top, what        ; fails
  jump looks                               ; fails
dice_:
  random what, kind(tile), table           ; fails
looks:
  require attr(worth, what) == 2, "a two"  ; fails
over:
  end_game                                 ; -

run rest
> p1 choose: pit, dice, rest
>   not heap: "a two", at `require attr(worth, what) == 2, "a two"`
> rest
>   over
