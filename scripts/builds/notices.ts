/**
 * Third-party notices for a server. Vite lists the page's packages; this adds those of the
 * Worker and the page's fonts, with their dependencies.
 */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { ROOT } from '../paths.ts'

/** Beside the page's `index.html`; the palette links it. */
export const NOTICES_FILE = 'licenses.txt'
/** Bundled as files, which vite does not list. */
const FONTS = ['@fontsource-variable/inter', '@fontsource-variable/jetbrains-mono']

/** Some of our packages are published, and no third party's all the same. */
const OUR_SCOPE = '@fairlead/'

const PackageJson = z.object({
	name: z.string(),
	version: z.string(),
	license: z.string().default('unknown'),
	dependencies: z.record(z.string(), z.string()).default({}),
})

export interface Notice {
	readonly name: string
	readonly version: string
	/** SPDX. */
	readonly license: string
	/** Empty if the package contains none: then the licence's name must do. */
	readonly text: string
}

const isLicense = (file: string): boolean => /^(licen[cs]e|notice)(\.|-|$)/i.test(file)

/** These packages and their run-time dependencies, each once. Our own packages are traversed, not listed. */
async function noticesOf(names: readonly string[]): Promise<Notice[]> {
	const found = new Map<string, Notice | null>()
	const visit = async (name: string, from: string): Promise<void> => {
		const nested = join(from, 'node_modules', name)
		const folder = await readFile(join(nested, 'package.json')).then(
			() => nested,
			() => join(ROOT, 'node_modules', name),
		)
		const json = PackageJson.parse(JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')))
		const key = `${json.name}@${json.version}`
		if (found.has(key)) return
		found.set(key, null)
		if (!json.name.startsWith(OUR_SCOPE)) {
			const files = (await readdir(folder)).filter(isLicense).sort()
			const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
			const { version, license } = json
			found.set(key, { name: json.name, version, license, text: texts.join('\n').trim() })
		}
		for (const needed of Object.keys(json.dependencies)) await visit(needed, folder)
	}
	for (const name of names) await visit(name, ROOT)
	return [...found.values()]
		.filter((notice) => notice !== null)
		.sort((a, b) => (a.name < b.name ? -1 : 1))
}

/** The packages missing from vite's list. */
export const serverNotices = (): Promise<Notice[]> => noticesOf(['@fairlead/worker', ...FONTS])

/** In the shape of vite's own list. */
export const noticesText = (notices: readonly Notice[]): string =>
	notices
		.map(({ name, version, license, text }) => `## ${name} - ${version} (${license})\n\n${text}\n`)
		.join('\n')
