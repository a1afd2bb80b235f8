import * as z from 'zod'
import { action, defineTool } from '../../define-tool.ts'

const Package = z.object({
	name: z.string(),
	version: z.string(),
	displayName: z.string(),
	source: z.string(),
})
const cinemachine = {
	name: 'com.unity.cinemachine',
	version: '3.1.4',
	displayName: 'Cinemachine',
	source: 'registry',
}
/** Only what is a version: a name in front of an address says nothing about what is installed. */
const VERSION = /@\d[\w.+-]*$/
/** Permission for one package is none for another, nor for what lies at an address. */
const packageName = ({ package_id }: { readonly package_id: string }): string =>
	package_id.replace(VERSION, '')
const packageId = z.string().min(1).max(400).describe('name, name@version, or Git URL')

export const unityPackages = defineTool({
	name: 'unity_packages',
	title: 'Packages',
	description: 'Unity packages of the project.',
	runsOn: 'editor',
	shared: 'result',
	offered: 'search',
	actions: {
		list: action({
			summary: 'installed',
			risk: 'read',
			shared: 'error',
			input: {},
			output: z.object({ packages: z.array(Package) }),
			examples: [{ name: 'list', args: { action: 'list' }, result: { packages: [cinemachine] } }],
		}),
		search: action({
			summary: 'in the registry',
			risk: 'read',
			shared: 'error',
			timeoutMs: 60_000,
			input: { search_query: z.string().min(1).max(200) },
			output: z.object({ packages: z.array(Package) }),
			examples: [
				{
					name: 'search',
					args: { action: 'search', search_query: 'cinemachine' },
					result: { packages: [cinemachine] },
				},
			],
		}),
		add: action({
			summary: 'install (may compile)',
			foundBy:
				'upm registry dependency add cinemachine update upgrade version textmeshpro input system',
			risk: 'execute',
			checked: true,
			timeoutMs: 600_000,
			pauses: true,
			input: { package_id: packageId },
			subject: packageName,
			leaves: 'Installed and removed packages are not reverted: use the Package Manager.',
			output: z.object({ package: Package }),
			examples: [
				{
					name: 'add',
					args: { action: 'add', package_id: 'com.unity.cinemachine' },
					result: { package: cinemachine },
				},
			],
		}),
		remove: action({
			summary: 'uninstall (may compile)',
			foundBy: 'remove delete',
			risk: 'destructive',
			timeoutMs: 600_000,
			pauses: true,
			input: { package_id: packageId },
			subject: packageName,
			leaves: 'Installed and removed packages are not reverted: use the Package Manager.',
			output: z.object({ removed: z.string() }),
			examples: [
				{
					name: 'remove',
					args: { action: 'remove', package_id: 'com.unity.cinemachine' },
					result: { removed: 'com.unity.cinemachine' },
				},
			],
		}),
	},
})
