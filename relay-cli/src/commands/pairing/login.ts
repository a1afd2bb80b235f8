/** `fairlead login`: pairs this computer with a project that a person chooses in the browser. */
import type { Command } from 'commander'
import { CommandError, EXIT, paint } from '../terminal.ts'
import { linkFolder, parseTarget } from './link.ts'
import { baseAddress, parseAddress, reasonOf, requireSafeTransport } from './server.ts'

interface LoginOptions {
	readonly url?: string
	readonly server?: string
	readonly insecure?: true
}

export function loginCommand(program: Command): void {
	program
		.command('login')
		.description('pair this computer with a project, by a code that you approve in the browser')
		.argument('[folder]', 'a folder to link as well')
		.option(
			'--url <url>',
			'address of the project page, which is then suggested: https://server/p/<id>',
		)
		.option('--server <url>', 'address of the server; default: the one you are logged in to')
		.option(
			'--insecure',
			'allow http:// to another machine; others on the network can read the token',
		)
		.action(login)
}

async function login(folder: string | undefined, options: LoginOptions): Promise<void> {
	const [{ hostname }, { basename }, { addLogin }, { requestCodes, waitForToken }] =
		await Promise.all([
			import('node:os'),
			import('node:path'),
			import('../../home/logins.ts'),
			import('../../requests/device-grant.ts'),
		])
	if (folder !== undefined && /^https?:\/\//.test(folder))
		throw new CommandError(`${folder} is an address, not a folder. Specify it by --url.`)
	const { server, projectId: wanted } = await targetOf(options)
	requireSafeTransport(server, options.insecure ?? false)
	// Before a person is asked: a folder that cannot be linked needs no code.
	const real = folder === undefined ? null : await linkable(folder)
	const computer = {
		host: hostname().slice(0, 100) || 'this computer',
		platform: process.platform,
		folder: real === null ? '' : basename(real).slice(0, 200),
	}
	const codes = await requestCodes(server, computer).catch((error: unknown) => {
		if (!(error instanceof TypeError)) throw error
		throw new CommandError(`No server could be reached at ${server}: ${reasonOf(error)}.`)
	})
	const page = new URL(codes.verification_uri_complete)
	if (wanted !== null) page.searchParams.set('project', wanted)
	const minutes = Math.round(codes.expires_in / 60)
	process.stdout.write(
		`Open ${paint('bold', page.href)}\nand check that it shows the code ${paint('bold', codes.user_code)}. The code is valid for ${minutes} minutes.\n`,
	)
	const token = await waitForToken(server, codes)
	const { access_token, project_id: projectId, project_name: projectName } = token
	const target = { server, projectId, token: access_token }
	const replaced = await addLogin({ ...target, projectName, since: Date.now() })
	process.stdout.write(
		`${paint('green', 'Paired')} with the project "${projectName}" (${projectId}) on ${server}.\n`,
	)
	if (replaced) await relink(replaced.token, target)
	if (real !== null) await linkFolder(real, target)
	else if (!replaced)
		process.stdout.write('Link a folder with "npm run fairlead -- link <folder>".\n')
}

const linkable = async (folder: string): Promise<string> =>
	(await import('./linkable-folder.ts')).linkableFolder(folder)

/** Folders linked with the token of the earlier login use the new one; the old token is revoked. */
async function relink(
	oldToken: string,
	target: { readonly server: string; readonly projectId: string; readonly token: string },
): Promise<void> {
	const [{ addLink, readLinks }, { revokeOwnToken }] = await Promise.all([
		import('../../home/links.ts'),
		import('../../requests/own-token.ts'),
	])
	for (const [folder, link] of Object.entries(await readLinks()))
		if (link.token === oldToken) await addLink(folder, target)
	try {
		await revokeOwnToken({ ...target, token: oldToken })
	} catch (error) {
		process.stdout.write(
			`The earlier token could not be revoked (${reasonOf(error)}). Revoke it on the project's settings page.\n`,
		)
	}
}

/** The server, and the project that the person will probably choose. */
async function targetOf({
	url,
	server,
}: LoginOptions): Promise<{ server: string; projectId: string | null }> {
	if (url !== undefined) return parseTarget({ url })
	if (server !== undefined) return { server: baseAddress(parseAddress(server)), projectId: null }
	const { readLogins } = await import('../../home/logins.ts')
	const known = [...new Set((await readLogins()).map((one) => one.server))]
	if (known.length === 1 && known[0] !== undefined) return { server: known[0], projectId: null }
	throw new CommandError(
		known.length === 0
			? 'Specify the server: "npm run fairlead -- login --server https://…".'
			: `Specify one of the servers with --server:\n  ${known.join('\n  ')}`,
		EXIT.usage,
	)
}
