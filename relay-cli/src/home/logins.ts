/** `logins.json` in the home folder: the projects this computer was paired with, and their relay tokens. */
import { join } from 'node:path'
import * as z from 'zod'
import { UserError } from '../platform/user-error.ts'
import { fairleadHome, readOptionalFile, writePrivateFile } from './home.ts'
import { locked } from './home-lock.ts'
import { ProjectLink, roomKey } from './links.ts'

const LOGINS_FILE = 'logins.json'

export const Login = ProjectLink.extend({
	projectName: z.string().max(200),
	/** Unix milliseconds. */
	since: z.number().int(),
})
export type Login = z.infer<typeof Login>

const Logins = z.array(Login)

/** @throws {UserError} when the file is damaged: nothing is guessed about tokens. */
export async function readLogins(home: string = fairleadHome()): Promise<Login[]> {
	const path = join(home, LOGINS_FILE)
	const text = await readOptionalFile(path)
	if (text === null) return []
	const parsed = Logins.safeParse(jsonOf(text))
	if (parsed.success) return parsed.data
	throw new UserError(`${path} is damaged. Remove it, then run "npm run fairlead -- login" again.`)
}

function jsonOf(text: string): unknown {
	try {
		return JSON.parse(text)
	} catch {
		return null
	}
}

/** Adds a login, replacing the one for the same project. Returns the replaced one, or null. */
export async function addLogin(login: Login, home: string = fairleadHome()): Promise<Login | null> {
	let replaced: Login | null = null
	await change(home, (known) => {
		replaced = known.find((one) => roomKey(one) === roomKey(login)) ?? null
		return [...known.filter((one) => one !== replaced), login]
	})
	return replaced
}

export async function removeLogin(login: Login, home: string = fairleadHome()): Promise<void> {
	await change(home, (known) => known.filter((one) => one.token !== login.token))
}

async function change(home: string, next: (known: Login[]) => Login[]): Promise<void> {
	await locked(home, 'logins', async () => {
		const logins = next(await readLogins(home))
		await writePrivateFile(join(home, LOGINS_FILE), `${JSON.stringify(logins, null, '\t')}\n`)
	})
}
