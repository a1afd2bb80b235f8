/** `links.json` in the home folder: which project folder belongs to which cloud project. */
import { join } from 'node:path'
import { issueSentence } from '@fairlead/protocol/http/issue-text'
import * as z from 'zod'
import { UserError } from '../platform/user-error.ts'
import { fairleadHome, readOptionalFile, writePrivateFile } from './home.ts'
import { locked } from './home-lock.ts'
import { normalisePath } from './project-key.ts'
import { LINKS_FILE } from './relay-file.ts'
import { changeSettings, readSettings } from './settings.ts'

/** Includes the file of `logins.ts`. A change of either changes which projects the relay serves. */
export const LINK_FILES: readonly string[] = [LINKS_FILE, 'logins.json']

export const ProjectLink = z.object({
	/** Base address of the server, such as `https://fairlead.example`. */
	server: z.url({ protocol: /^https?$/ }),
	projectId: z.string().min(1).max(64),
	token: z.string().min(1).max(512),
})
export type ProjectLink = z.infer<typeof ProjectLink>

/** Links by the real path of the linked folder. */
export const Links = z.record(z.string().min(1), ProjectLink)
export type Links = z.infer<typeof Links>

/** The file exists, but cannot be read or parsed. */
export class LinksFileError extends UserError {}

/** Name of a room in journals and logs: one project on one server. */
export const roomKey = (link: Pick<ProjectLink, 'server' | 'projectId'>): string =>
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
			`${path}: ${issue ? issueSentence(issue) : 'It is not valid.'} Repair it, or remove it and link again.`,
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
	const known = Object.entries(await readLinks(home)).find(([one]) => isSameFolder(one, folder))
	if (known && roomKey(known[1]) !== roomKey(link)) await forgetAllowed(home, folder)
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
	await forgetAllowed(home, folder)
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

/** A permission for one project's people must not hold for those of the next. Called before the link changes. */
async function forgetAllowed(home: string, folder: string): Promise<void> {
	const before = await readSettings(home)
	const without = (folders: string[]) => folders.filter((one) => !isSameFolder(one, folder))
	const agentFolders = without(before.agentFolders)
	const agentAnswers = without(before.agentAnswers)
	const agentTerminals = without(before.agentTerminals)
	if (agentFolders.length < before.agentFolders.length)
		await changeSettings(home, { agentFolders, agentAnswers, agentTerminals })
}

const isSameFolder = (a: string, b: string): boolean => normalisePath(a) === normalisePath(b)

/** Two simultaneous commands must not lose each other's link. */
async function changeLinks(home: string, change: (links: Links) => Links): Promise<void> {
	await locked(home, 'links', async () => {
		const links = change(await readLinks(home))
		await writePrivateFile(join(home, LINKS_FILE), `${JSON.stringify(links, null, '\t')}\n`)
	})
}
