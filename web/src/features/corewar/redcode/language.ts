/** Redcode as a language of CodeMirror: syntax and colours. */
import {
	HighlightStyle,
	LanguageSupport,
	LRLanguage,
	syntaxHighlighting,
} from '@codemirror/language'
import { styleTags, tags as t } from '@lezer/highlight'
import { completeRedcode } from './completion.ts'
import { parser } from './parser.ts'

export const redcodeLanguage = LRLanguage.define({
	name: 'redcode',
	parser: parser.configure({
		props: [
			styleTags({
				Opcode: t.keyword,
				'Pseudo LoopWord Equ': t.definitionKeyword,
				Modifier: t.modifier,
				Constant: t.constant(t.name),
				'Label/Name': t.labelName,
				Name: t.name,
				Number: t.number,
				Mode: t.operatorKeyword,
				'Sign Operator Compare': t.operator,
				Comment: t.lineComment,
				Meta: t.meta,
			}),
		],
	}),
	languageData: { commentTokens: { line: ';' }, autocomplete: completeRedcode },
})

/** The colours of code of the whole page, which both themes have. */
const colours = HighlightStyle.define([
	{ tag: t.keyword, color: 'var(--code-token-keyword)', fontWeight: '500' },
	{ tag: t.definitionKeyword, color: 'var(--code-token-function)', fontWeight: '500' },
	{ tag: t.modifier, color: 'var(--code-token-keyword)' },
	{ tag: t.labelName, color: 'var(--text)', fontWeight: '600' },
	{ tag: [t.number, t.constant(t.name)], color: 'var(--code-token-constant)' },
	{ tag: [t.operatorKeyword, t.operator], color: 'var(--code-token-punctuation)' },
	{ tag: t.lineComment, color: 'var(--code-token-comment)' },
	{ tag: t.meta, color: 'var(--code-token-string)' },
])

export const redcode = (): LanguageSupport =>
	new LanguageSupport(redcodeLanguage, [syntaxHighlighting(colours)])
