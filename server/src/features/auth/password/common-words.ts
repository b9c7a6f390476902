/**
 * Words of common passwords, in lower case without digits. `isCommonPassword` also matches them with digits, symbols,
 * capitals and look-alike characters.
 */
const words = `
password passwort passw passwd pass passcode passphrase passkey contrasena motdepasse senha parola wachtwoord heslo
haslo salasana losenord secret topsecret private access login logon signin letmein letmeinnow openup opensesame
sesame enter welcome welcomeback hello hellothere helloworld goodbye goodmorning goodnight hi hey hiya howdy
admin administrator root toor super superuser supervisor sysadmin system user username guest visitor manager
master owner operator server default test tester testing testtest demo example sample temp temporary changeme
changeit changethis newpassword oldpassword mypassword thepassword yourpassword nopassword nopass noaccess
mypass userpass adminadmin adminpass rootroot qwerty qwertz azerty qwertyui qwertyuiop qwert asdf asdfgh asdfghjk
asdfghjkl asdfasdf asdfqwer zxcv zxcvb zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc qweasd qweasdzxc qwerasdf poiuy
poiuyt lkjhg lkjhgf mnbvc mnbvcxz abc abcd abcde abcdef abcdefg abcdefgh abcabc aabbcc xyz xyzzy
iloveyou ilovegod iloveme ilovehim iloveher ilovemyself ilovemum ilovemom ilovejesus loveyou loveme lovelove love
lover lovers lovely lovehate loveit truelove mylove myangel mybaby babygirl babyboy babydoll baby babe babes
sweetheart sweetie sweety sweet sweetpea honey honeybee darling dear beloved kisses kiss kissme hugs hugme cutie
cutiepie princess prince queen king kingkong angel angels angelina angelica heaven heavens paradise jesus
jesuschrist christ god godisgood godislove godbless blessed blessing faith hope grace amen bible allah muhammad
buddha krishna ganesh church gospel trinity messiah saviour savior prayer
monkey monkeys monkeyboy dragon dragons dragonball dragonfly tiger tigers tigger lion lions panther panthers
puma jaguar leopard cheetah bear bears teddy teddybear wolf wolves wolfpack fox foxes rabbit bunny kitty kitten
kittens kittycat cat cats catdog dog dogs doggy doggie puppy puppies poodle beagle rottweiler horse horses pony
unicorn butterfly ladybug bee spider spiderman scorpion snake cobra viper python eagle eagles hawk hawks falcon
falcons phoenix raven ravens owl parrot penguin penguins dolphin dolphins shark sharks whale fish fishing turtle
frog frogger froggy duck ducks chicken rooster turkey pig piglet cow cowboy cowboys bull bulls bulldog bulldogs
buffalo elephant giraffe zebra hippo rhino gorilla panda koala kangaroo wombat platypus emu kookaburra cockatoo
dingo possum echidna wallaby magpie magpies budgie galah crocodile croc quokka
football footy soccer baseball basketball softball hockey icehockey cricket rugby golf golfer golfing tennis
volleyball netball surfing surfer surf skate skater skateboard snowboard skiing swimming swimmer running runner
racing racer racecar boxing boxer karate judo ninja samurai hunter hunting fisher camping biking biker cycling
cyclist yoga gymnast dancer dancing dance ballet cheer cheerleader champion champions winner winners winning
player players playboy playgirl gamer gaming game games gameover playstation xbox nintendo pokemon pikachu
charizard mario luigi sonic zelda link tetris minecraft fortnite roblox warcraft starcraft diablo halo doom
quake counter counterstrike runescape worldofwarcraft leagueoflegends valorant overwatch callofduty assassin
liverpool arsenal chelsea everton manchester manchesterunited mancity barcelona barca realmadrid madrid juventus
milan intermilan bayern munich celtic rangers ajax benfica lakers celtics yankees redsox steelers packers
patriots redskins broncos raiders vikings dodgers giants cubs braves collingwood richmond essendon carlton
hawthorn geelong adelaide fremantle wallabies allblacks socceroos broncosrl bulldogsrl
batman superman superhero superstar superboy supergirl wonderwoman ironman hulk captain captainamerica thor
avengers marvel deadpool wolverine xmen joker robin catwoman starwars skywalker lukeskywalker darthvader vader
yoda jedi chewbacca chewie hansolo princessleia stormtrooper startrek trekkie spock enterprise matrix trinity neo
morpheus terminator predator alien aliens godzilla rambo rocky scarface godfather gandalf frodo legolas hobbit
lordoftherings sauron harrypotter harry potter hermione hogwarts gryffindor slytherin voldemort dumbledore
simpsons homer bart lisa simpson futurama southpark cartman spongebob patrick scooby scoobydoo snoopy garfield
mickey mickeymouse minnie donald goofy pluto tinkerbell cinderella snowwhite disney bambi simba nemo shrek barbie
hellokitty pooh winnie winniethepooh eeyore bluey bingo pepper peppa sesamestreet elmo cookiemonster
naruto sasuke goku vegeta sailor sailormoon
sunshine sunlight sunset sunrise sunny sun moon moonlight moonshine star stars starlight stardust shooting
rainbow raindrop rain snow snowman snowball snowflake snowy winter summer summertime spring springtime autumn
flower flowers rose roses daisy lily tulip violet jasmine orchid sunflower garden forest river ocean beach
island mountain mountains sky skyline cloud clouds thunder lightning storm stormy hurricane tornado fire
fireball firefly flame flames blaze water earth wind nature planet galaxy universe cosmos space spaceship
rocket comet meteor diamond diamonds crystal ruby emerald sapphire pearl gold golden goldfish silver platinum
bronze metal steel iron stone rock rocks rockstar rocknroll rockandroll music musica musical musician guitar
guitars drums drummer piano violin singer singing song songs melody jazz blues hiphop rapper metallica nirvana
slipknot blink eminem tupac beatles rollingstones pinkfloyd ledzeppelin acdc queenband ironmaiden greenday
coldplay linkinpark radiohead onedirection justinbieber bieber beyonce rihanna madonna shakira taylorswift swift
elvis presley marley bobmarley kylie
chocolate cookie cookies cupcake candy candyman sugar sugarpie cherry cherries strawberry blueberry raspberry
banana bananas apple apples orange oranges lemon lemonade lime peach peaches pear mango pineapple watermelon
coconut grape tomato potato carrot pumpkin peanut peanuts butter cheese cheesecake cheeseburger hamburger burger
pizza pasta noodle noodles sushi taco tacos bacon sausage chips biscuit pancake waffles muffin donut icecream
vanilla caramel coffee espresso latte cappuccino tea milk milkshake water beer beers wine vodka whiskey whisky
tequila rum brandy bourbon guinness heineken budweiser cocacola coke pepsi sprite fanta drpepper redbull vegemite
timtam pavlova
ferrari porsche lamborghini mercedes benz bmw audi volkswagen volvo toyota honda nissan mazda subaru suzuki
mitsubishi hyundai ford chevy chevrolet mustang camaro corvette dodge viper jeep hummer harley harleydavidson
davidson yamaha kawasaki ducati holden commodore landcruiser hilux falconute truck trucker driver
computer computers laptop desktop keyboard mouse monitor internet intranet network windows microsoft office
apple macbook iphone ipad android samsung galaxy nokia motorola sony google gmail yahoo hotmail outlook facebook
twitter instagram youtube myspace linkedin whatsapp snapchat tiktok netflix amazon ebay paypal spotify linux
ubuntu debian redhat oracle cisco dell compaq hewlett lenovo intel pentium hacker hackers hacking hacked
hackme cyber digital electric electro technology robot robots android wireless router firewall database
developer programmer coding github docker kubernetes jenkins
michael michelle jennifer jessica jessie ashley amanda nicole daniel danielle david davids matthew matthews joshua
andrew andrea andreas andy anthony antonio christopher christian christina christine chris joseph josephine jordan
jordans justin justine robert roberto robertson william williams williamson richard richards charles charlie
charlotte thomas tommy jonathan johnny john johnson johnathan jack jackson jackie james jamesbond jamie jason
jasmin jeremy jeffrey jeff kevin kenneth kelly kimberly kim karen katie katherine kathleen kate laura lauren
linda lindsay lisa lucas lucy maria mariah marie mark markus marcus martin martina mary melissa melanie megan
natalie natasha nathan nathaniel nicholas nick nicola oliver olivia patricia patrick paul paula peter peterpan
philip phillip rachel rebecca rebekah ronald ronaldo messi neymar beckham ryan samantha samuel sam sammy sandra
sandy sarah sara sean scott shannon sharon stephanie stephen steven steve susan suzanne tara taylor teresa
theresa tiffany timothy tim tyler vanessa veronica victor victoria vincent virginia zachary adam alan albert
alejandro alex alexander alexandra alexis alice alicia alison allison alyssa amber amy ana angela anna anne
annie april arthur austin barbara benjamin bernard beth betty bianca bradley brandon brandy brenda brian bridget
britney brittany brooke bruce bruno bryan caitlin cameron carlos carmen carol caroline carolina casey cassandra
catherine cecilia chelsea cheryl cindy claire clara claudia connor courtney craig crystal cynthia dana dakota
daniela dean deborah debbie denise dennis derek diana diane diego dominic donna dorothy douglas dylan edward
eduardo edwin elaine elena elizabeth ellen emily emma eric erica erin ethan eugene eva evan felix fernando
florence frances francis francisco frank frankie franklin fred freddy frederick gabriel gabriela gabrielle gary
gemma geoffrey george georgia gerald gerard gina gloria gordon graham grant greg gregory hannah harold heather
helen henry holly howard hunter ian isaac isabel isabella ivan jacob jacqueline jake jane janet jared jay jean
jeanette jenna jenny jerome jerry jesse jill jim jimmy joan joanna joanne joel jonah jorge jose juan juanita
julia julian juliana julie juliet julio june karl karla kathy katrina kayla keith kelsey kenny kerry kirsten
kristen kristina kristy kyle larry lawrence leah lee leon leonard leonardo leslie lewis liam lily logan lorenzo
lori louis louise luis luke lynn mackenzie madeline madison maggie manuel marc marcel marco margaret margarita
marilyn marina mario marissa marlon marshall marvin mason matilda maurice max maximus maxwell maya mercedes
meredith miguel mike mikey miranda misty mitchell molly monica monique morgan murphy nadia nancy naomi neil
nelson nina noah nora norman oscar owen pamela parker pedro penelope penny phil philippa pierre preston priscilla
rafael ralph ramon randy raul ray raymond regina ricardo rick ricky rita rob robin rocky rodney roger roman ronnie
rosa rose ross roxanne roxy roy russell ruth sabrina sally salvador savannah sebastian sergio shane sharon shaun
shawn sheila shelby shirley sierra simon simone skyler sofia sonia sophia sophie spencer stacey stacy stanley
stella stuart summer sydney sylvia tamara tammy tanya terry tina toby todd tom tony tracey tracy travis trevor
trisha troy valentina valerie vicky walter wanda warren wayne wendy wesley whitney willow winston xavier yolanda
yvonne zoe
smith jones brown wilson nguyen anderson white kelly walker harris clark lewis robinson young allen wright hill
green baker hall campbell roberts carter phillips evans turner parker collins edwards stewart morris rogers reed
cook morgan bell murphy bailey cooper richardson cox howard ward torres peterson gray ramirez watson brooks
kumar singh patel sharma gupta khan ahmed ali hassan mohammed mohamed wang zhang chen liu yang huang zhao
australia australian aussie aussies aussieaussie ozzie straya oz matilda waltzingmatilda sydneyharbour melbourne
brisbane perth hobart darwin canberra cairns townsville goldcoast byronbay bondi bondibeach tasmania queensland
victoria newsouthwales anzac gallipoli mate gday gdaymate nedkelly outback bushranger billabong uluru
medicare mygov centrelink taxoffice taxtime taxreturn tax taxes receipt receipts docket docketbox shoebox
invoice money moneymoney mymoney cash cashmoney dollar dollars million millionaire billionaire rich bank banking
commonwealth commbank westpac business company work works worker office boss employee secretary
america american american usa unitedstates newyork newyorkcity losangeles california hollywood chicago texas
dallas houston boston miami florida vegas lasvegas hawaii alaska arizona phoenixaz colorado denver washington
seattle canada canadian toronto montreal london england english britain british scotland scottish ireland irish
wales france french paris germany german berlin italy italian rome venice spain spanish greece greek athens
russia russian moscow china chinese beijing shanghai hongkong japan japanese tokyo korea korean seoul india
indian mumbai delhi bombay pakistan nepal srilanka vietnam saigon thailand bangkok malaysia singapore indonesia
bali jakarta philippines manila newzealand kiwi auckland wellington africa brazil brasil mexico mexican jamaica
january february march april may june july august september october november december monday tuesday wednesday
thursday friday saturday sunday birthday happybirthday christmas merrychristmas xmas halloween easter newyear
happynewyear valentine holiday holidays vacation weekend tgif today tomorrow yesterday forever always never
family familia mother mum mummy mom mommy father dad daddy daddysgirl brother sister sisters brothers son
daughter grandma grandpa nana nanna papa mama uncle auntie cousin husband wife wedding married marriage
bestfriend bestfriends friend friends friendship friendly bff buddy buddies partner soulmate stranger
happy happyday happydays happiness happylife smile smiles smiley laugh laughing joy joyful peace peaceful
lucky luckyone luckycharm luckystar fortune destiny dream dreams dreamer dreaming magic magical wizard witch
witchcraft genius legend legends legendary hero heroes warrior warriors soldier army navy marine marines airforce
military police police officer sniper shooter gun guns bullet bullets weapon killer killers killme killall murder
death dead deadman devil devils demon demons satan hell hellfire evil darkness dark darkside darkangel darklord
shadow shadows ghost ghosts ghostrider vampire vampires werewolf zombie zombies monster monsters skull skeleton
blood bloody angelofdeath grimreaper lucifer inferno apocalypse chaos nemesis
freedom free liberty justice truth honor honour glory victory victorious power powerful energy strong strength
muscle beast fighter fight champion hardcore extreme turbo nitro boost speed speedy fast faster furious
fuckyou fuckme fuckoff fuck fucker fucking fuckit motherfucker shit shithead bullshit asshole arsehole bastard
bitch bitches whore slut dick dickhead cock pussy boobs tits porn porno sex sexy sexybitch sexygirl sexyboy sexgod
sexual naked nude horny hottie hotstuff hot hotgirl hotdog bigdick bigboy bigdaddy bigdog bigmac
blowme suckit sucker loser losers stupid idiot dumbass moron crazy crazygirl psycho maniac insane lunatic freak
freaky weird nerd geek dork punk punkrock emo goth hippie gangster gangsta thug thuglife pimp player hustler
whatever nothing something anything everything nobody somebody anybody everybody noone someone anyone everyone
blah blahblah blablabla lol lollol lmao rofl omg wtf haha hahaha hehehe lalala yoyo yoyoyo bobo coco kiki lulu
mimi nini gogo dodo jojo momo zaza
blue bluesky blueeyes red redhot redhead green greenday yellow purple pink pinky pinkie black blackcat blackjack
blackbird blackie blackberry blackhawk blackdragon white whitetiger brown browneyes grey gray orange rainbow
color colour colors colours indigo turquoise magenta crimson scarlet
school highschool college university student students teacher teachers teach class classroom graduate education
homework library science scientist physics chemistry biology mathematics math maths history english art artist
artistic painter painting picture pictures photo photos camera canon nikon
doctor nurse nursing medical hospital dentist lawyer engineer engineering mechanic carpenter plumber electrician
builder farmer chef pilot airplane airport boeing airbus captain sailor pirate pirates treasure
hotelcalifornia stairwaytoheaven bohemianrhapsody letitbe heyjude yesterday imagine wonderwall
correcthorsebatterystaple trustnoone trustno trust believe believer blink mellon valhalla babylon atlantis
camelot excalibur merlin arthur lancelot zeus apollo athena aphrodite hercules achilles spartan spartans sparta
trojan trojans titan titans olympus poseidon odin loki ragnarok viking pharaoh cleopatra caesar napoleon
einstein newton darwin tesla edison mozart beethoven shakespeare picasso davinci
abracadabra hocuspocus opensaysme bond doubleoseven goldeneye thunderball
computer1 internet1 security secure safety protect protection guardian keepout goaway getout stayout noentry
`

export const commonWords: ReadonlySet<string> = new Set(words.split(/\s+/).filter(Boolean))
