# A list of steps that is empty is done without a word.
seats 2

proc main me steps
  do steps
  end_game

run
>   over
