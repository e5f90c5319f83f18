// a table of data

/// Fables that go back to Aesop, told anew in our own words.
enum DemoStudyFables {
  static let text = #"""
    ## The tortoise and the hare
    A hare laughed at a tortoise for being slow, so the tortoise offered to race. The hare was far ahead in a minute, lay down under a tree and slept. The tortoise never stopped. When the hare woke up, the tortoise was already over the line.

    ### Commentary
    Going on, a little at a time, gets further than great speed now and then.

    ### Questions
    Why did the hare lose?
    - [x] It stopped to sleep
    - [ ] It lost its way
    - [ ] It was hurt

    ## The lion and the mouse
    A lion caught a mouse and let it go because it made him laugh: how could something so small ever help him? Days later he lay tied in a hunter’s net. The mouse heard him roar, came, and gnawed through the ropes.

    ### Commentary
    No kindness is wasted, and nobody is too small to help.

    ### Questions
    How did the mouse free the lion?
    - [x] It gnawed through the ropes
    - [ ] It called the hunter
    - [ ] It dug a tunnel

    ## The fox and the grapes
    A fox saw ripe grapes high on a vine. He jumped, and jumped again, and could not reach them. “They are surely sour,” he said, and walked away with his nose in the air.

    ### Commentary
    It is easy to call bad what one cannot have.

    ### Questions
    Why did the fox call the grapes sour?
    - [x] He could not reach them
    - [ ] He had tasted one
    - [ ] A bird had told him

    ## The ant and the grasshopper
    All summer an ant carried grain to its nest while a grasshopper sang. In the cold the grasshopper came hungry to the door. The ant shared a little, and said: “Next summer, sing while you carry.”

    ### Commentary
    What is done in good time helps when times are hard.

    ### Questions
    What did the ant do in summer?
    - [x] It carried grain
    - [ ] It sang
    - [ ] It slept

    ## The crow and the jug
    A thirsty crow found a jug with water so low that its beak did not reach. It dropped in one pebble after another. The water rose, and the crow drank.

    ### Commentary
    A clever thought does what strength cannot.

    ### Questions
    How did the crow make the water rise?
    - [x] With pebbles
    - [ ] By tipping the jug
    - [ ] By waiting for rain

    ## The boy who cried wolf
    A shepherd boy was bored and shouted “Wolf!” to see the villagers run. He did it twice, and laughed. When a wolf really came, he shouted with all his might, and nobody ran.

    ### Commentary
    Who often tells lies is not believed when the truth is told.

    ### Questions
    Why did nobody come the last time?
    - [x] He had lied before
    - [ ] Nobody could hear him
    - [ ] The village was empty

    ## The town mouse and the country mouse
    A country mouse visited her cousin in town and found cheese, cake and a cat. Three times they had to run before they had eaten anything. “I would rather have my beans in peace,” said the country mouse, and went home.

    ### Commentary
    Plain food without fear tastes better than a feast with it.

    ### Questions
    Why did the country mouse go home?
    - [x] She wanted to eat in peace
    - [ ] There was no food in town
    - [ ] Her cousin sent her away

    ## The wind and the sun
    The wind and the sun argued which of them was stronger; the test was a traveller’s coat. The wind blew, and the man held his coat tighter. The sun shone warmly, and he took it off.

    ### Commentary
    Kindness reaches what force does not.

    ### Questions
    What made the traveller take off his coat?
    - [x] The warmth of the sun
    - [ ] The force of the wind
    - [ ] A heavy rain

    ## The dog and its shadow
    A dog with a bone crossed a bridge and saw another dog in the water, with a bone that looked larger. It snapped at that one, opened its mouth, and its own bone sank.

    ### Commentary
    Who grasps at everything can lose what is already there.

    ### Questions
    Whose bone did the dog see in the water?
    - [x] Its own, mirrored
    - [ ] Another dog’s
    - [ ] A fisherman’s

    ## The fox and the stork
    A fox served soup on a flat plate, and the stork could not drink it. Then the stork asked the fox to dinner and served it in a tall, narrow jar. The fox went home as hungry as the stork had before.

    ### Commentary
    As one treats others, one may be treated.

    ### Questions
    In what did the stork serve dinner?
    - [x] In a tall, narrow jar
    - [ ] On a flat plate
    - [ ] In a wide bowl

    ## The oak and the reed
    An oak was proud that no wind could bend it, and felt sorry for the reed, which bowed to every breeze. In a great storm the oak stood stiff and was torn out. The reed bent, and stood up again.

    ### Commentary
    Giving way at the right moment can be strength.

    ### Questions
    Why did the reed survive the storm?
    - [x] It bent
    - [ ] It stood stiff
    - [ ] It was hidden

    ## The bundle of sticks
    A father asked his quarrelling children to break a bundle of sticks. None of them could. He untied it, and each stick snapped easily. “Together,” he said, “you are the bundle.”

    ### Commentary
    Those who hold together are hard to break.

    ### Questions
    When could the sticks be broken?
    - [x] One at a time
    - [ ] All together
    - [ ] Only when wet

    ## The miser and his gold
    A miser buried his gold and came every day just to look at the place. One day it was stolen, and he wept. “Bury a stone and look at that,” said a neighbour; “you never did more with the gold.”

    ### Commentary
    What is never used is worth no more than a stone.

    ### Questions
    What did the neighbour advise?
    - [x] To bury a stone instead
    - [ ] To look for the thief
    - [ ] To earn more gold

    ## The farmer and the treasure
    An old farmer told his children that a treasure lay in the field. After his death they dug up every corner and found no chest; but the field, dug so well, gave the richest harvest of all.

    ### Commentary
    The work itself was the treasure.

    ### Questions
    What was the treasure?
    - [x] The harvest after the digging
    - [ ] A chest of gold
    - [ ] An old map
    """#
}
