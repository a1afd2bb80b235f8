/** Schemes of redirects that can be a client's own. Pure. */

/** Schemes that browsers run, show, send or store themselves, with those of their own pages and extensions. */
const OF_BROWSERS = [
	'javascript',
	'vbscript',
	'livescript',
	'mocha',
	'data',
	'blob',
	'filesystem',
	'file',
	'jar',
	'about',
	'view-source',
	'wyciwyg',
	'resource',
	'res',
	'mk',
	'mhtml',
	'its',
	'hcp',
	'cid',
	'mid',
	'http',
	'https',
	'shttp',
	'ws',
	'wss',
	'ftp',
	'ftps',
	'gopher',
	'feed',
	'pcast',
	'ipfs',
	'ipns',
	'devtools',
	'isolated-app',
	'uuid-in-package',
	'urn',
	'tag',
]
/** Their pages and extensions: `chrome`, `chrome-extension`, `moz-icon`, `safari-web-extension`. */
const OF_BROWSER_FAMILIES =
	/^(?:chrome|chromium|edge|brave|opera|vivaldi|moz|firefox|safari|webkit|duck|extension)(?:-.*)?$/

/** Schemes that the system opens with a program of its own. Windows has dozens of `ms-…`, some of which run what they name. */
const OF_SYSTEMS = [
	'intent',
	'android-app',
	'content',
	'market',
	'search',
	'search-ms',
	'shell',
	'telnet',
	'tn3270',
	'ldap',
	'ldaps',
	'smb',
	'cifs',
	'nfs',
	'afp',
	'dav',
	'davs',
	'rdp',
	'vnc',
	'dict',
	'help',
	'man',
	'facetime',
	'facetime-audio',
	'maps',
	'itms',
	'itmss',
	'itms-apps',
	'itms-services',
	'prefs',
	'app-settings',
	'app-prefs',
	'shortcuts',
	'workflow',
	'applescript',
	'wais',
	'prospero',
]
const OF_SYSTEM_FAMILIES = /^(?:ms|x-apple|x-web-search|com\.apple|com\.microsoft)(?:[-.].*)?$/

/** Schemes that any web site may claim in a browser (HTML, `registerProtocolHandler`), besides `web+…`. */
const OF_ANY_SITE = [
	'bitcoin',
	'ethereum',
	'geo',
	'im',
	'irc',
	'irc6',
	'ircs',
	'magnet',
	'mailto',
	'matrix',
	'mms',
	'news',
	'nntp',
	'snews',
	'openpgp4fpr',
	'sftp',
	'sip',
	'sips',
	'sms',
	'smsto',
	'mmsto',
	'ssh',
	'tel',
	'callto',
	'webcal',
	'wtai',
	'xmpp',
	'did',
	'dweb',
	'cabal',
	'hyper',
	'dat',
	'ssb',
]

const TAKEN: ReadonlySet<string> = new Set([...OF_BROWSERS, ...OF_SYSTEMS, ...OF_ANY_SITE])

/** @param protocol as a URL has it: in small letters, with the colon */
export function isOwnScheme(protocol: string): boolean {
	const scheme = protocol.replace(/:$/, '')
	if (TAKEN.has(scheme) || scheme.startsWith('web+')) return false
	return !OF_BROWSER_FAMILIES.test(scheme) && !OF_SYSTEM_FAMILIES.test(scheme)
}
