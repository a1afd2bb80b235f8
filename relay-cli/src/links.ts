/** `links.json` in the home folder: which project folder belongs to which cloud project. */
import { type FSWatcher, watch } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Clock } from './clock.ts'
import { normalisePath } from './editors/project-key.ts'
import { fairleadHome, readOptionalFile, writePrivateFile } from './home.ts'
import { locked } from './home-lock.ts'
import { UserError } from './user-error.ts'

const LINKS_FILE = 'links.json'
/** Of `logins.ts`. A change of either changes which projects the relay serves. */
const WATCHED: readonly string[] = [LINKS_FILE, 'logins.json']
/** Editors write a file in several steps; reading it after the last one is enough. */
const SETTLE_MS = 50

export const ProjectLink = z.object({
	/** Base address of the server, such as `https://fairlead.example`. */
	server: z.url({ protocol: /^https?$/ }),
	projectId: z.string().min(1).max(64),
	token: z.string().min(1).max(512),
})
export type ProjectLink = z.infer<typeof ProjectLink>

/** By the real path of the Unity project folder. */
export const Links = z.record(z.string().min(1), ProjectLink)
export type Links = z.infer<typeof Links>

/** The file exists, but cannot be read or parsed. */
export class LinksFileError extends UserError {}

/** Name of a room in journals and logs: one project on one server. */
export const roomOf = (link: Pick<ProjectLink, 'server' | 'projectId'>): string =>
	`${link.server.replace(/\/+$/, '')}/p/${link.projectId}`

/** @throws {LinksFileError} when the file is damaged: nothing is guessed about tokens. */
export async function readLinks(home: string = fairleadHome()): Promise<Links> {
	const path = join(home, LINKS_FILE)
	let text: string | null
	try {
		text = await readOptionalFile(path)
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error)
		throw new LinksFileError(`${path} cannot be read: ${why}. Make it a readable file.`)
	}
	if (text === null) return {}
	let json: unknown
	try {
		json = JSON.parse(text)
	} catch {
		throw new LinksFileError(`${path} is not JSON. Repair it, or remove it and link again.`)
	}
	const links = Links.safeParse(json)
	if (!links.success) {
		const issue = links.error.issues[0]
		throw new LinksFileError(
			`${path}: ${issue?.path.join('.')}: ${issue?.message}. Repair it, or remove it and link again.`,
		)
	}
	return links.data
}

/** Links a real folder, replacing the link it had. */
export async function addLink(
	folder: string,
	link: ProjectLink,
	home: string = fairleadHome(),
): Promise<void> {
	await changeLinks(home, (links) => {
		const kept = Object.entries(links).filter(([known]) => !isSameFolder(known, folder))
		return { ...Object.fromEntries(kept), [folder]: ProjectLink.parse(link) }
	})
}

/** Removes the link of a real folder. Returns it, or null when there was none. */
export async function removeLink(
	folder: string,
	home: string = fairleadHome(),
): Promise<ProjectLink | null> {
	let removed: ProjectLink | null = null
	await changeLinks(home, (links) => {
		const kept = Object.entries(links).filter(([known, link]) => {
			const same = isSameFolder(known, folder)
			if (same) removed = link
			return !same
		})
		return Object.fromEntries(kept)
	})
	return removed
}

const isSameFolder = (a: string, b: string): boolean => normalisePath(a) === normalisePath(b)

/** Two simultaneous commands must not lose each other's link. */
async function changeLinks(home: string, change: (links: Links) => Links): Promise<void> {
	await locked(home, 'links', async () => {
		const links = change(await readLinks(home))
		await writePrivateFile(join(home, LINKS_FILE), `${JSON.stringify(links, null, '\t')}\n`)
	})
}

/**
 * Calls `changed` after every change of links.json and logins.json, also where the file system
 * reports none (by polling every `pollMs`). Returns the stop function.
 */
export function watchLinks(
	home: string,
	pollMs: number,
	clock: Clock,
	changed: () => void,
): () => void {
	let cancelSettle: () => void = () => undefined
	let cancelPoll: () => void = () => undefined
	let stopped = false
	let lastStamp: string | null = null
	const stamp = async (): Promise<string> => {
		const stamps = WATCHED.map((name) =>
			stat(join(home, name)).then(
				({ mtimeMs, size, ino }) => `${mtimeMs} ${size} ${ino}`,
				() => 'none',
			),
		)
		return (await Promise.all(stamps)).join(' ')
	}
	const look = async (): Promise<void> => {
		const now = await stamp()
		if (stopped) return
		const differs = lastStamp !== null && now !== lastStamp
		lastStamp = now
		if (differs) changed()
	}
	const poll = (): void => {
		void look().then(() => {
			if (!stopped) cancelPoll = clock.after(pollMs, poll)
		})
	}
	// The folder is watched, not the file: the file is replaced by each write.
	let watcher: FSWatcher | null = null
	try {
		watcher = watch(home, { persistent: false }, (_event, name) => {
			if (name !== null && !WATCHED.includes(name)) return
			cancelSettle()
			cancelSettle = clock.after(SETTLE_MS, () => void look())
		})
		watcher.on('error', () => watcher?.close())
	} catch {
		// No watcher is available (inotify's limit): polling is enough.
	}
	poll()
	return () => {
		stopped = true
		watcher?.close()
		cancelSettle()
		cancelPoll()
	}
}
