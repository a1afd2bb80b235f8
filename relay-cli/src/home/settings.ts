/** `settings.json` in the home folder: what a person on this computer allows the relay to do. */
import { join } from 'node:path'
import * as z from 'zod'
import { readOptionalFile, writePrivateFile } from './home.ts'
import { locked } from './home-lock.ts'

const SETTINGS_FILE = 'settings.json'

/** An agent that speaks the Agent Client Protocol, and the command that starts it. */
export const AcpProgram = z.object({
	name: z
		.string()
		.min(1)
		.max(40)
		.regex(/^[^\s\p{Cc}]+( [^\s\p{Cc}]+)*$/u),
	command: z.array(z.string().max(4_096)).min(1).max(100),
})
export type AcpProgram = z.infer<typeof AcpProgram>

export const MAX_ACP_AGENTS = 10

export const Settings = z.object({
	/** Whether the relay may read Unity's dialogs, and press their buttons. */
	dialogs: z.boolean().default(false),
	/** Linked folders, by their real path, whose sessions of Claude Code people of the project may see. */
	agentFolders: z.array(z.string().min(1)).default([]),
	/** The subset of `agentFolders` whose sessions may be given permissions on the page. */
	agentAnswers: z.array(z.string().min(1)).default([]),
	/** The subset of `agentFolders` in which people of the project may start agents and shells, and type. */
	agentTerminals: z.array(z.string().min(1)).default([]),
	/** Agents besides Claude Code that may be started there. */
	acpAgents: z.array(AcpProgram).max(MAX_ACP_AGENTS).default([]),
})
export type Settings = z.infer<typeof Settings>

const NOTHING: Settings = Settings.parse({})

/** A file that is missing, damaged or unreadable allows nothing. */
export const readSettings = (home: string): Promise<Settings> =>
	settingsNow(home).catch(() => NOTHING)

/**
 * A file that is missing or damaged allows nothing.
 *
 * @throws if the system cannot read it now, such as with too many open files: what was allowed before still is
 */
export async function settingsNow(home: string): Promise<Settings> {
	const text = await readOptionalFile(join(home, SETTINGS_FILE))
	try {
		return Settings.parse(text === null ? {} : JSON.parse(text))
	} catch {
		return NOTHING
	}
}

export async function changeSettings(home: string, change: Partial<Settings>): Promise<void> {
	await locked(home, 'settings', async () => {
		const settings = { ...(await readSettings(home)), ...change }
		await writePrivateFile(join(home, SETTINGS_FILE), `${JSON.stringify(settings, null, '\t')}\n`)
	})
}
