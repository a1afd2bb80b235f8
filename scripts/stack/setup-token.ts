/** The token that a person and the start command itself sign in with. */
import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UNGUESSABLE_TOKEN_CHARS } from '@fairlead/protocol/people/session'
import type { Env } from '../children.ts'

/**
 * The fixed token of the shell, or one that is created once and kept.
 * @throws if the fixed one could be guessed: after wrong tries from any program of this computer, the server would keep
 * out the right one too, and the next start with it (`owner-sign-in.ts`)
 */
export async function setupToken(dir: string, shell: Env): Promise<string> {
	const fixed = shell['FAIRLEAD_SETUP_TOKEN']
	if (fixed !== undefined && fixed.length >= UNGUESSABLE_TOKEN_CHARS) return fixed
	if (fixed)
		throw new Error(
			`FAIRLEAD_SETUP_TOKEN has ${fixed.length} characters, and a sign-in token needs at least ${UNGUESSABLE_TOKEN_CHARS}. ` +
				'Set a longer one, such as the output of `openssl rand -hex 16`, or leave it out.',
		)
	return keptSecret(join(dir, 'setup-token'))
}

/** A random text in a file of its own, created once. */
export async function keptSecret(file: string): Promise<string> {
	const kept = await readFile(file, 'utf8').catch(() => '')
	if (kept.trim() !== '') return kept.trim()
	const fresh = randomBytes(24).toString('base64url')
	await writeFile(file, `${fresh}\n`, { mode: 0o600 })
	return fresh
}
