/** The environment of programs that the relay starts: without its own settings and without secrets. Pure. */
import { delimiter, isAbsolute } from 'node:path'

export type Environment = Readonly<Record<string, string | undefined>>

/** Names of secrets, and settings of the relay's own Node and npm, which would change what a command does. */
const WITHHELD =
	/^(FAIRLEAD_|NODE_|NPM_)|TOKEN|SECRET|PASSW|PASSPHRASE|CREDENTIAL|COOKIE|API_?KEY|PRIVATE_?KEY|ACCESS_?KEY|CONNECTION_STRING|DATABASE_URL|_DSN$|_KEY$|_SERIAL$|^UNITY_LICENSE$|(^|_)AUTH$|_PAT$/i
/** `scheme://user:password@host`. */
const PASSWORD_IN_ADDRESS = /:\/\/[^/\s:@]*:[^/\s@]+@/

const OF_NPM = /[\\/](node_modules[\\/]\.bin|node-gyp-bin)[\\/]?$/

function withoutSecretVariables(env: Environment): Record<string, string> {
	const kept = Object.entries(env).flatMap(([name, value]) =>
		value === undefined || WITHHELD.test(name) || PASSWORD_IN_ADDRESS.test(value)
			? []
			: [[name, value] as const],
	)
	return Object.fromEntries(kept)
}

/** The environment of the agent's commands: nobody can answer a question there, and nothing shows colors. */
export function commandEnvironment(env: Environment = process.env): Record<string, string> {
	const kept = withoutSecretVariables(env)
	for (const [name, value] of Object.entries(kept))
		if (name.toUpperCase() === 'PATH')
			kept[name] = absoluteFolders(withoutNpms(value, env)).join(delimiter)
	return {
		...kept,
		NO_COLOR: '1',
		TERM: 'dumb',
		PAGER: 'cat',
		GIT_TERMINAL_PROMPT: '0',
		// Windows: a name alone must not find a program of the project.
		NoDefaultCurrentDirectoryInExePath: '1',
	}
}

/**
 * Fairlead's own and those of npm, which starts it; of Claude Code, which refuses to run inside itself; and of the
 * terminal or multiplexer that the relay itself runs in.
 */
const OF_THE_RELAY =
	/^(FAIRLEAD_|npm_|CLAUDECODE$|CLAUDE_CODE_(ENTRYPOINT|SESSION_ID|SSE_PORT)$|INIT_CWD$|NODE_OPTIONS$|TMUX|STY$|TERM_PROGRAM|VTE_VERSION$|WT_SESSION$|COLUMNS$|LINES$)/i

/** The environment of terminals: that of the person who started the relay, including their keys. */
export function terminalEnvironment(env: Environment = process.env): Record<string, string> {
	const kept = Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) =>
			value === undefined || OF_THE_RELAY.test(name) ? [] : [[name, value] as const],
		),
	)
	for (const [name, value] of Object.entries(kept))
		if (name.toUpperCase() === 'PATH') kept[name] = withoutNpms(value, env)
	const isNamed = ['LC_ALL', 'LC_CTYPE', 'LANG'].some((name) => kept[name])
	const utf8 = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8'
	return {
		...kept,
		// A relay that started with the computer has no language.
		...(isNamed || process.platform === 'win32' ? {} : { LC_CTYPE: utf8 }),
		TERM: 'xterm-256color',
		COLORTERM: 'truecolor',
	}
}

/**
 * `npm run` puts folders of Fairlead's own clone in front, with another Node in them: a command would find that one
 * in place of the person's.
 */
function withoutNpms(path: string, env: Environment): string {
	if (env['npm_lifecycle_event'] === undefined) return path
	const folders = path.split(delimiter)
	const first = folders.findIndex((folder) => !OF_NPM.test(folder))
	return folders.slice(first === -1 ? folders.length : first).join(delimiter)
}

/** A relative folder in PATH would find programs in the project. */
export const absoluteFolders = (path: string): string[] =>
	path.split(delimiter).filter((folder) => isAbsolute(folder))
