/** Reads an answer while it grows. Loaded late: what is stored is drawn without it. */
import { MessageBuilder } from '@fairlead/protocol/conversations/message-builder'
import { partialJson } from '@fairlead/protocol/conversations/partial-json'

export { readSse } from './sse.ts'

export const newAnswer = (): MessageBuilder => new MessageBuilder('', partialJson)
