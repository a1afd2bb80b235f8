/** Folders as a person names them: by `npm run`, every command starts in the clone, wherever the person is. */
import { realpathSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { realFolder } from '../../home/project-key.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The folder in which the person has given the command. */
export function callersFolder(env: Environment = process.env, cwd = process.cwd()): string {
	const { INIT_CWD, npm_package_json: started } = env
	// A script's programs inherit both variables, and may have changed the folder.
	return INIT_CWD && started && isSame(dirname(started), cwd) ? INIT_CWD : cwd
}

export const givenPath = (path: string): string => resolve(callersFolder(), path)

/** Same as {@link realFolder}, for a folder that a person named. */
export const givenFolder = (folder: string): Promise<string> => realFolder(givenPath(folder))

function isSame(one: string, other: string): boolean {
	try {
		return realpathSync(one) === realpathSync(other)
	} catch {
		return false
	}
}
