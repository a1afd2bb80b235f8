/** The environment of an MCP server: what programs need to run, and what was named for it. Pure. */
import { delimiter, dirname } from 'node:path'
import { absoluteFolders } from '../programs/clean-environment.ts'
import type { DeclaredServer } from './declared.ts'

/** No secret has one of these names. */
const BASICS: ReadonlySet<string> = new Set(
	(
		'HOME LANG LC_ALL LOGNAME PATH SHELL TEMP TERM TMP TMPDIR TZ USER ' +
		'APPDATA COMSPEC HOMEDRIVE HOMEPATH LOCALAPPDATA PATHEXT PROCESSOR_ARCHITECTURE PROGRAMDATA PROGRAMFILES ' +
		'SYSTEMDRIVE SYSTEMROOT USERNAME USERPROFILE WINDIR'
	).split(' '),
)

/** `missing`: a variable that the relay does not have. */
export function serverEnvironment(
	{ command, env: names }: Pick<DeclaredServer, 'command' | 'env'>,
	env: NodeJS.ProcessEnv,
): { readonly env: Record<string, string>; readonly missing: string | null } {
	const given = Object.fromEntries(
		Object.entries(env).flatMap(([name, value]) =>
			value !== undefined && (BASICS.has(name.toUpperCase()) || names.includes(name))
				? [[name, value] as const]
				: [],
		),
	)
	// `npx` starts the `node` beside it, which the PATH of a relay that starts at login may not have.
	const path = Object.keys(given).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH'
	given[path] = [dirname(command), ...absoluteFolders(given[path] ?? '')].join(delimiter)
	// Windows: it starts in the project, where `cmd /c npx` would find an `npx.cmd` first.
	given['NoDefaultCurrentDirectoryInExePath'] = '1'
	return { env: given, missing: names.find((name) => env[name] === undefined) ?? null }
}
