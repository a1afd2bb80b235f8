/** The hint of an error, for people. It is written for models, which have tools; a person has none. Pure. */

/** A name like `unity_refresh`, and no part of a path or of a file's name. */
const TOOL = /(?<![\w/.-])[a-z]+(?:_[a-z]+)+(?![\w/-]|\.\w)/

/** The sentences that name no tool; undefined without any. */
export function hintForPeople(hint: string | undefined): string | undefined {
	const kept = hint?.split(/(?<=[.!?])\s+/).filter((sentence) => !TOOL.test(sentence))
	return kept?.join(' ') || undefined
}
