/**
 * Whether this is one of the most common passwords, which attackers try first. Used by the server, which can refuse
 * them, and by the console, which warns. A common word also counts with digits and symbols around it and with letters
 * written as digits or symbols: `Password1!`, `P@ssw0rd2024`, `!!Qwertz123`. A word inside a longer phrase does not:
 * `Correct-horse-7!` is accepted.
 */
export function isCommonPassword(password: string): boolean {
  return common.test(password) || oneLetter.test(password);
}

/** Base words from lists of leaked passwords that meet the rules of the API once a digit and a symbol are added. */
const words = `
aa aaa ab abc abcd abcde abcdef abcdefg abcdefgh qw qwe qwer qwert qwerty qwertyu qwertyuiop qwertz qwertzu qwertzuiop
azerty asd asdf asdfg asdfgh asdfghjkl zxc zxcv zxcvb zxcvbn zxcvbnm yxcv yxcvb yxcvbn yxcvbnm qaz qazwsx qazwsxedc
1qaz2wsx qaz2wsx q1w2e3 q1w2e3r4 q1w2e3r4t5 a1b2c3 a1b2c3d4 abc123abc qwe123qwe pass1word
password passwort passwrd passwd pass pw pwd motdepasse contrasena senha parola kennwort geheim secret sesame opensesame
passphrase mypassword yourpassword newpassword changeme change changeit letmein letme welcome willkommen bienvenue
bienvenido hello hallo hola bonjour ciao hi hey login logon signin enter access open start guest gast user username
benutzer admin administrator root toor superuser super sysadmin system default standard test tester testing testtest
temp temporary temporal demo sample example beispiel public private master server computer internet google facebook
microsoft windows apple android samsung iphone linkedin office company firma work arbeit school schule home zuhause
fallwatch fall watch care caregiver carer nurse pflege patient doctor hospital clinic klinik heim
iloveyou ilove loveyou lovely love liebe ichliebedich schatz schatzi engel angel amor amour baby babygirl babyboy honey
darling sweetheart sweetie princess prinzessin queen king prince lucky happy smile sunshine sonnenschein sun moon star
stars rainbow flower flowers blume butterfly cookie chocolate schokolade cheese banana orange apples cherry peaches
summer sommer winter spring fruehling autumn herbst january januar february februar march maerz april may mai june juni
july juli august september october oktober november december dezember monday montag tuesday dienstag wednesday mittwoch
thursday donnerstag friday freitag saturday samstag sunday sonntag christmas weihnachten easter birthday geburtstag
monkey dragon tiger lion loewe bear eagle falcon dolphin delfin shark wolf horse pony hund katze cat dog dogs puppy kitty
kitten hamster rabbit hase maus mouse fish bird chicken turtle panda snoopy garfield pepper buster bailey rocky shadow
football fussball futbol soccer baseball basketball hockey tennis golf volleyball liverpool chelsea arsenal barcelona
realmadrid juventus bayern dortmund schalke borussia werder stpauli yankees cowboys steelers lakers packers eagles
batman superman spiderman ironman starwars matrix pokemon pikachu naruto minecraft fortnite playstation xbox nintendo
mario zelda harley ferrari porsche mercedes mustang corvette yamaha honda toyota camaro bmw audi volkswagen
trustno trustnoone whatever nothing something anything freedom money dollar cash power magic killer hunter ranger
soldier ninja warrior phoenix diamond silver gold golden purple yellow blue green black white red pink
jesus jesuschrist christ god gott heaven hell satan blessed faith hope grace maria joseph
michael michelle daniel jessica jennifer thomas andrew joshua matthew anthony robert william george charlie jordan
ashley amanda nicole samantha elizabeth andrea alexander alexandra sebastian christian martin stefan peter frank klaus
hans heidi julia anna lisa laura sarah sandra sabine monika petra claudia susanne katrin lukas leon felix max emma mia
hannah sophie charlotte oliver harry jack james john david chris mark paul kevin brian steven justin brandon jasmine
maggie ginger taylor morgan austin jackson madison london paris berlin hamburg muenchen munich koeln wien vienna zuerich
world welt america england germany deutschland austria france italia spain india china canada mexico brasil australia newyork
dallas chicago boston texas california hawaii
`
  .trim()
  .split(/\s+/);

/** Common substitutes for a letter. */
const spellings: Readonly<Record<string, string>> = {
  a: '[a4@]',
  b: '[b8]',
  e: '[e3]',
  g: '[g9]',
  i: '[i1!]',
  l: '[l1!]',
  o: '[o0]',
  s: '[s5$]',
  t: '[t7]',
  z: '[z2]',
};

const spelled = words.map((word) => word.replace(/[a-z]/g, (letter) => spellings[letter] ?? letter));
/** One word, or two together such as `Helloworld1!`. */
const common = new RegExp(`^[^a-z]*(?:${spelled.join('|')}){1,2}[^a-z]*$`, 'i');
/** `Aaaaaaa1!` */
const oneLetter = /^[^a-z]*([a-z])\1*[^a-z]*$/i;
