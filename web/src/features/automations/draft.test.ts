import { describe, expect, it } from 'vitest'
import { ApiError } from '../../data/api/problem.ts'
import { bodyOf, EMPTY_DRAFT, fieldIssues } from './draft.ts'

const draft = { ...EMPTY_DRAFT, name: ' Triage ', template: 'Look.' }

describe('a saved draft', () => {
	it('has null for what is left empty', () => {
		expect(bodyOf(draft)).toEqual({
			name: 'Triage',
			template: 'Look.',
			mode: 'auto',
			concurrency: 'queue',
			condition: null,
			model: null,
			budget: null,
			withoutEditor: null,
			conversation: 'new',
			trigger: { kind: 'webhook', proof: 'standard' },
		})
	})

	it('is nothing while something needed is missing or cannot be read', () => {
		expect(bodyOf({ ...draft, name: ' ' })).toBeNull()
		expect(bodyOf({ ...draft, template: '' })).toBeNull()
		expect(bodyOf({ ...draft, limits: { ...draft.limits, steps: 'many' } })).toBeNull()
	})
})

describe('the server’s complaint stands at its field', () => {
	const refused = (path: string) =>
		fieldIssues(new ApiError('invalid_request', 'No.', { issues: [{ path, message: 'Wrong.' }] }))

	it('also inside of a draft that was tried', () => {
		expect(refused('/condition')).toEqual({ condition: 'Wrong.' })
		expect(refused('/draft/template')).toEqual({ template: 'Wrong.' })
		expect(refused('/elsewhere')).toEqual({})
	})

	it('for a model that the server does not have', () => {
		const error = new ApiError('unknown_model', 'The model "x" is not available here.', {
			detail: 'Use the form provider/model.',
		})
		expect(fieldIssues(error).model).toContain('not available here. Use the form')
	})
})
