/** `fairlead install-package` and `fairlead uninstall-package`: the Unity package, in a project's manifest. */
import type { Command } from 'commander'
import { paint } from '../terminal.ts'

export function packageCommands(program: Command): void {
	program
		.command('install-package')
		.description('add the Fairlead package to a Unity project')
		.argument('[folder]', 'the folder that contains Assets and Packages', '.')
		.option(
			'--from <source>',
			"where the package comes from: a Git address, a folder or a .tgz file; default: this clone's folder unity-package",
		)
		.action(install)
	program
		.command('uninstall-package')
		.alias('uninstall')
		.description('remove the Fairlead package from a Unity project')
		.argument('[folder]', 'the folder that contains Assets and Packages', '.')
		.action(uninstall)
}

async function parts(folder: string) {
	const [{ givenFolder }, { thisMachine }, packages] = await Promise.all([
		import('../pairing/given-folder.ts'),
		import('../../unity/this-machine.ts'),
		import('../../unity/package/install-package.ts'),
	])
	return { ...packages, machine: thisMachine(), project: await givenFolder(folder) }
}

async function install(folder: string, options: { readonly from?: string }): Promise<void> {
	const [
		{ machine, project, installPackage, isLocalSource, manifestFile },
		{ packageSource },
		{ callersFolder },
	] = await Promise.all([
		parts(folder),
		import('../../unity/package/package-source.ts'),
		import('../pairing/given-folder.ts'),
	])
	const from = options.from ?? null
	const source = await packageSource(machine, from, callersFolder())
	const choice = { source, chosen: from !== null }
	const done = await installPackage(machine, manifestFile, project, choice)
	const say = (text: string): boolean => process.stdout.write(`${text}\n`)
	switch (done.kind) {
		case 'embedded':
			say(`The package is a folder of ${project} already (${done.folder}). Nothing was changed.`)
			return
		case 'already':
			say(`${project} has the package already (${done.source}). Nothing was changed.`)
			return
		case 'installed':
			say(`${paint('green', 'Installed')} the package in ${project} (${done.source}).`)
			break
		case 'replaced':
			say(
				`${paint('green', 'Replaced')} the package in ${project}: ${done.source} instead of ${done.before}.`,
			)
			break
		default:
			done satisfies never
	}
	if (isLocalSource(source))
		say(
			'The manifest names a folder of this computer. If others share the project, use a Git address: --from <address>.',
		)
	say('Unity imports it when the project is opened, or when its window gets the focus.')
}

async function uninstall(folder: string): Promise<void> {
	const { machine, project, uninstallPackage, manifestFile } = await parts(folder)
	const done = await uninstallPackage(machine, manifestFile, project)
	process.stdout.write(
		done.kind === 'removed'
			? `${paint('green', 'Removed')} the package from ${project}.\n`
			: `${project} does not have the package. Nothing was changed.\n`,
	)
}
