/** The parser of Redcode for the editor, made from its grammar. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildParserFile } from '@lezer/generator'

const FOLDER = 'web/src/features/corewar/redcode'

/**
 * @param root of the repository
 * @returns texts by path from the root
 * @throws for a grammar that is wrong or ambiguous
 */
export async function redcodeParser(root: string): Promise<ReadonlyMap<string, string>> {
	const grammar = await readFile(join(root, FOLDER, 'redcode.grammar'), 'utf8')
	const { parser, terms } = buildParserFile(grammar.replaceAll('\r\n', '\n'), {
		fileName: 'redcode.grammar',
		typeScript: true,
		warn: (message) => {
			throw new Error(message)
		},
	})
	return new Map([
		[`${FOLDER}/parser.ts`, parser],
		[`${FOLDER}/parser.terms.ts`, terms],
	])
}
