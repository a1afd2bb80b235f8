/** One plain sentence about a call, in the words of the tools that this page knows. */
import { sentencesBy } from '@fairlead/protocol/view/labels/labels'
import { titled } from './titles.ts'

export const { labelOf, orderOf, requestOf, summaryOf } = sentencesBy(titled)
