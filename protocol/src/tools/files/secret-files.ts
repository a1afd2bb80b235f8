/** Files that usually hold secrets: what is read goes to a model provider, so a person is asked before. Pure. */
import { isOwnFile } from './own-files.ts'
import { foldedName, segmentsOf } from './path-segments.ts'
import { namesOf, type Transfer } from './subjects.ts'

/** Files that people and tools call by their content, in any of these. Source code of that name is none. */
const ENDING =
	'(txt|text|json|jsonc|json5|ya?ml|toml|ini|csv|cfg|conf|config|xcconfig|xml|plist|properties)'
/** Words for the content of such a file, in the singular and the plural. */
const CONTENT =
	'(secrets?|credentials?|creds|passwords?|passwd|passphrases?|tokens?|(api|access|private|secret)[-_ ]?keys?)'
/** Words before the name that mark a template, a page's text or a style instead of a secret. */
const OTHER_WORD =
	'(example|sample|template|design|style|theme|color|reset|forgot|forgotten|change|lost|new|public)'
/** The environment, named behind such a word. */
const ENVIRONMENT =
	'([-_. ](prod|production|dev|development|stage|staging|test|local|live|ci|private))?'

/** Environments, keys, key stores, and the credentials of git, npm, Unity's registries, clouds and shells. */
const SECRET_NAME = new RegExp(
	`^(?:${[
		String.raw`\.env([._-].+)?|.+\.env|\.envrc|\.dev\.vars(\..+)?`,
		String.raw`\.vault[-_](token|pass(word)?)|\.dockercfg|\.dockerconfigjson|\.s3cfg|\.my(login)?\.cnf|kubeconfig|\.netrc|_netrc`,
		String.raw`(?!${OTHER_WORD}[-_. ])(.*[-_. ])?${CONTENT}${ENVIRONMENT}\.${ENDING}`,
		// A folder of them is called `tokens` in many games.
		String.raw`(?!tokens$)\.?${CONTENT}|.+[-_. ](credentials|creds)`,
		// One word alone, such as `github_token`. In the plural it may be a folder of a game.
		`(?!${OTHER_WORD}[-_. ]).+[-_.](token|secret|password|passwd|passphrase|(api|access|private|secret)[-_]?key)`,
		// Tables of them: those of AWS are for a new user. Notes on passwords, not on one word of a manual.
		String.raw`(?!(example|sample|template)[-_. ])(.*[-_. ])?(credentials|access[-_ ]?keys|rootkey)\.csv|(passwords|passphrases)\.md`,
		// A key is called by where it opens something: `key.json` alone may be of a translation.
		String.raw`(.*[-_. ])?(gcp|gcs|gke|gcloud|google|firebase|aws|azure|sa|ssh|deploy|signing|age)[-_. ]?keys?\.${ENDING}`,
		String.raw`nuget\.config|\.terraformrc|terraform\.rc|.+\.(tfrc|tfrc\.json|publishsettings|pubxml\.user)`,
		String.raw`\.curlrc|\.wgetrc|\.boto|\.databrickscfg|\.sentryclirc|rclone\.conf|ngrok\.yml|kaggle\.json|\.passwd-.+`,
		String.raw`\.npmrc|\.yarnrc(\.yml)?|\.pypirc|\.git-credentials|\.upmconfig\.toml|\.htpasswd|\.pgpass|pgpass\.conf`,
		String.raw`ssh_host_[a-z0-9]+_key|id_(rsa|dsa|ecdsa|ed25519)(_sk)?(?!.*\.pub$)([-_. ].*)?|secring\.gpg|(.*[-_. ])?(private|secret)([-_. ]?key)?([-_. ].*)?\.asc`,
		String.raw`setup-token|secrets-key|.*token\.txt|(key|keystore|signing)\.properties`,
		String.raw`(.*[-_.])?(service[-_]?accounts?([-_]?keys?)?|client[-_]?secrets?)([-_.].*)?\.json`,
		// Firebase's and Google's own names.
		String.raw`google-services\.json|googleservice-info\.plist|.*firebase-adminsdk.*\.json|application_default_credentials\.json`,
		// Settings of agents, with the keys of their MCP servers.
		String.raw`\.(claude|mcp)\.json|claude_desktop_config\.json`,
		// Logins that browsers and macOS keep.
		String.raw`logins\.json|key[34]\.db|login data|.+\.keychain(-db)?`,
		// Histories of shells and databases have all that was typed there. PowerShell names them by its host.
		String.raw`\.[a-z_]+_history|(console|.+ )host_history\.txt`,
		// Licenses of Unity, and what Terraform knows of a cloud.
		String.raw`.+\.(ulf|tfstate|tfvars|tfvars\.json)`,
		String.raw`.+\.(pem|key|p8|p12|pfx|ppk|jks|keystore|kdbx?|mobileprovision|ovpn|rdp|snk|pvk|provisionprofile|jceks|bks)(\.te?xt)?`,
		String.raw`wg\d+\.conf|key\.txt`,
		String.raw`\.?vault[-_]pass(word)?\.txt|(github|gitlab|bitbucket|deploy)[-_](rsa|ed25519|ecdsa|key)`,
		String.raw`(openai|anthropic|gemini|deploy|stripe)[-_. ]?keys?(\.${ENDING})?|\.o?auth\.json|env\.local|\.envrc\..+|\.netrc\.gpg`,
	].join('|')})$`,
	's',
)
/** Files of one program each, which keep a password, a ticket or a key of an account in them. */
const OF_PROGRAMS: ReadonlySet<string> = new Set([
	// Version control, and what shells and editors remember.
	'.p4config',
	'.p4tickets',
	'.p4enviro',
	'.gitconfig',
	'.hgrc',
	'.viminfo',
	'.lesshst',
	'.rhistory',
	// Packages and languages.
	'.renviron',
	'pip.conf',
	'pip.ini',
	'.condarc',
	'.odbc.ini',
	'.mongorc.js',
	'database.yml',
	'local.settings.json',
	'.clasprc.json',
	// Transfers of files.
	'sftp-config.json',
	'.ftpconfig',
	'.ftppass',
	'sitemanager.xml',
	'filezilla.xml',
	'recentservers.xml',
	'winscp.ini',
	// Browsers, Steam, agents.
	'cookies.txt',
	'cookies.json',
	'cookies.sqlite',
	'config.vdf',
	'loginusers.vdf',
	'.aider.conf.yml',
	// Services that a Unity project uses, and the password of its version control.
	'playfabsharedsettings.asset',
	'playfabeditorprefsso.asset',
	'editorusersettings.asset',
])
/** Examples of the above, which are meant to be read. */
const EXAMPLE = /[._-](example|sample|template|dist|defaults?)$/
const SECRET_FOLDERS: ReadonlySet<string> = new Set([
	'.ssh',
	'.aws',
	'.azure',
	'.docker',
	'.gnupg',
	'.kube',
	'gcloud',
	'.gcloud',
	'.oci',
	'.secrets',
	'.password-store',
	'keyrings',
])
/** Files whose name alone says nothing, and folders of them: Maven, Gradle, the settings of GitHub and others, PHP and agents. */
const SECRET_PLACE = new RegExp(
	`(?:^|/)(?:${[
		String.raw`\.m2\/settings(-security)?\.xml`,
		String.raw`\.gradle\/gradle\.properties`,
		String.raw`\.config\/(gh|hub|glab-cli|op|doctl|hcloud|github-copilot|configstore)(\/.*)?`,
		String.raw`\.[^/]+\/(.*\/)?(o?auth|mcp)\.json`,
		String.raw`\.vscode\/sftp\.json|\.hg\/hgrc|\.bundle\/config|\.subversion\/auth(\/.*)?`,
		String.raw`\.claude\/settings\.local\.json|\.codex\/config\.toml|\.(gemini|qwen)\/settings\.json|\.continue\/config\.(json|ya?ml)`,
		String.raw`\.mc\/config\.json|\.wrangler\/config\/[^/]+\.toml|\.fly\/config\.yml|\.netlify\/config\.json|\.circleci\/cli\.yml`,
		String.raw`gameanalytics\/settings\.asset|wireguard\/[^/]+\.conf`,
		String.raw`sops\/age\/keys\.txt|\.env\/.+|\.openai\/.+|kube\/config|\.stripe\/config\.toml|\.snowsql\/config`,
	].join(
		'|',
	)})$|^o?auth\\.json$|^(?!assets/)(?:[^/]+/)?secrets/[^/.]+(?:\\.(?:txt|env|json|ya?ml|toml|ini|conf|properties))?$`,
	's',
)

/** Endings that editors, people and tools give the name of a copy: a word, a number, a date, a packed ending. */
const COPY = new RegExp(
	`(?:~|#|${[
		'[._-](?:bak|bk|backup|old|orig|original|save|saved|sw[a-p]|copy|tmp|temp|prev|previous|disabled|rej)\\d{0,3}',
		'[._-]\\d{1,3}',
		'[._-](?:19|20)\\d\\d[._-]?\\d\\d[._-]?\\d\\d(?:[t._-]?\\d\\d[:._-]?\\d\\d(?:[:._-]?\\d\\d)?z?)?',
		'[._-]1\\d{9}(?:\\d{3})?',
		' (?:- )?copy(?: \\d{1,3}| ?\\(\\d{1,3}\\))?',
		' ?\\(\\d{1,3}\\)',
		'\\.(?:gz|bz2|xz|zst|lz4|zip|7z)',
	].join('|')})$`,
)
/** Beginnings of such a name: `Copy of`, and the marks of vim and Emacs for a file that is open. */
const COPY_OF = /^(?:copy of |\.?#|\.(?=.+\.sw[a-p]$))/s

/** The name and those that it is a copy of; the last one is the original. Copies are told by their end, or by that of their stem. */
function originalsOf(name: string): string[] {
	const names = [name]
	for (let last = name; ; ) {
		const dot = last.lastIndexOf('.')
		const stem = dot > 0 ? last.slice(0, dot) : last
		const bare = last.replace(COPY_OF, '').replace(COPY, '')
		const next = bare === last && stem !== last ? stem.replace(COPY, '') + last.slice(dot) : bare
		if (next === last || next === '') return names
		names.push(next)
		last = next
	}
}

/**
 * Whether a file is likely to hold keys, passwords or tokens, by its name and folders alone. Case and spelling do not
 * count, and a copy of such a file (`.env~`, `id_rsa.bak`) is one too.
 * @param path relative to the project, either slash
 */
export function holdsSecrets(path: string): boolean {
	const segments = segmentsOf(path).map(foldedName)
	if (isOwnFile(segments)) return true
	// Also the folder itself: it can be copied as a whole.
	if (segments.some((segment) => originalsOf(segment).some((name) => SECRET_FOLDERS.has(name))))
		return true
	const names = originalsOf(segments.at(-1) ?? '')
	const folders = segments.slice(0, -1)
	const isSecret = (name: string): boolean =>
		SECRET_NAME.test(name) ||
		OF_PROGRAMS.has(name) ||
		SECRET_PLACE.test([...folders, name].join('/'))
	return names.some(isSecret) && !EXAMPLE.test(names.at(-1) ?? '')
}

/** Serves as a tool's `worse`: a call that names such files is approved for exactly these. */
export function askForSecrets(
	...paths: readonly string[]
): { readonly risk: 'execute'; readonly subject: string } | null {
	const secret = paths.filter(holdsSecrets)
	return secret.length === 0 ? null : { risk: 'execute', subject: namesOf(secret) }
}

/** Logs, with Unity's `output_log.txt`, and the output of programs without a terminal. */
const LOG = /\.(log|out)$|^(.*[-_. ])?(log|stdout|stderr)\.te?xt$/s

/** Whether secrets are hidden in what is read of a file: programs write them into logs. By its name, or that of the log it was rotated from. */
export const isLog = (path: string): boolean =>
	originalsOf(foldedName(segmentsOf(path).at(-1) ?? '')).some((name) => LOG.test(name))

/** Whether a copy or a move may give out secrets of its source: under another ending, a log's are no longer hidden. */
export const takesSecrets = ({ from, to }: Transfer): boolean =>
	holdsSecrets(from) || (isLog(from) && !isLog(to))
