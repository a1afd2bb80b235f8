/** `fairlead unlink`: forgets the link of a folder, with its token. */
import type { Command } from 'commander'
import { CommandError } from '../terminal.ts'

export function unlinkCommand(program: Command): void {
	program
		.command('unlink')
		.description('remove the link of a folder')
		.argument('[folder]', 'the linked folder', '.')
		.action(unlink)
}

async function unlink(folder: string): Promise<void> {
	const [{ givenFolder }, { readLinks, removeLink }] = await Promise.all([
		import('./given-folder.ts'),
		import('../../home/links.ts'),
	])
	const real = await givenFolder(folder)
	const removed = await removeLink(real)
	if (removed === null) {
		const known = Object.keys(await readLinks())
		throw new CommandError(
			`${real} is not linked.${known.length > 0 ? ` Linked folders:\n  ${known.join('\n  ')}` : ''}`,
		)
	}
	process.stdout.write(
		`Unlinked ${real} from project ${removed.projectId} on ${removed.server}. If nothing else uses its token, revoke it on the project page.\n`,
	)
}
