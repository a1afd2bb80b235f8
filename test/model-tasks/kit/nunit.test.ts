/** A model that writes its tests another way than the recorded solution is not marked down for it. */
import { expect, test } from 'vitest'
import { NUNIT_TEST } from './nunit.ts'

test.each([
	'[Test]',
	'[Test, Category("fast")]',
	'[TestCase(1, 2, 3)]',
	'[Category("fast"), TestCase(1, 2, ExpectedResult = 3)]',
	'[TestCaseSource(nameof(Sums))]',
	'[NUnit.Framework.Test]',
	'[UnityTest]',
	'[Theory]',
])('%s makes a test', (attribute) => {
	expect(attribute).toMatch(NUNIT_TEST)
})

test.each(['[TestFixture]', '[SetUp]', '[Testing]', '// Test]', 'tests[Test.Count]'])(
	'%s does not make a test',
	(attribute) => {
		expect(attribute).not.toMatch(NUNIT_TEST)
	},
)
