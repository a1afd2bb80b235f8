/** The worked examples of docs/automations/, as their pages show them. */
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CreateAutomation } from '@fairlead/protocol/automations/automations'
import { CreateReport } from '@fairlead/protocol/automations/reports'
import * as z from 'zod'
import { ROOT } from '../../scripts/paths.ts'

const DIR = join(ROOT, 'docs', 'automations')

export const exampleNames = async (): Promise<string[]> =>
	(await readdir(DIR)).map((file) => file.replace(/\.md$/, '')).sort()

export class Example {
	readonly #text: string

	private constructor(text: string) {
		this.#text = text
	}

	static async read(name: string): Promise<Example> {
		return new Example(await readFile(join(DIR, `${name}.md`), 'utf8'))
	}

	/** The first block of code in the language below the heading. @throws if there is none */
	code(heading: string, language: string): string {
		const section = this.#text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0]
		const block = section?.split(`\n\`\`\`${language}\n`)[1]?.split('\n```')[0]
		if (block === undefined) throw new Error(`No block of ${language} below "${heading}".`)
		return block
	}

	get automation(): z.infer<typeof CreateAutomation> {
		return z.parse(CreateAutomation, JSON.parse(this.code('The automation', 'json')))
	}

	get report(): z.infer<typeof CreateReport> {
		return z.parse(CreateReport, JSON.parse(this.code('The report', 'json')))
	}

	get delivery(): Record<string, unknown> {
		return JSON.parse(this.code('A delivery', 'json')) as Record<string, unknown>
	}
}
