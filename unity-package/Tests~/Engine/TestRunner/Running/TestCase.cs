#nullable enable
using System;
using System.Collections;
using System.Collections.Generic;
using System.Linq;
using System.Reflection;
using NUnit.Framework;
using UnityEditor.TestTools.TestRunner.Api;
using UnityEngine;
using UnityEngine.TestTools;

namespace Fairlead.Engine.Tests
{
    /// <summary>One test method with its arguments, in this domain.</summary>
    internal sealed class TestCase
    {
        private const BindingFlags Methods = BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

        private TestCase(Type fixture, MethodInfo method, object?[] arguments, TestMode mode)
        {
            Fixture = fixture;
            Method = method;
            Arguments = arguments;
            Mode = mode;
            Name = arguments.Length == 0 ? method.Name : $"{method.Name}({string.Join(",", arguments.Select(Shown))})";
        }

        internal Type Fixture { get; }

        internal MethodInfo Method { get; }

        internal object?[] Arguments { get; }

        internal TestMode Mode { get; }

        internal string Name { get; }

        internal string FullName => $"{Fixture.FullName}.{Name}";

        internal bool IsExplicit => Has<ExplicitAttribute>();

        internal string? IgnoreReason =>
            Has<IgnoreAttribute>() ? (Reason(Method) ?? Reason(Fixture) ?? "") : null;

        internal IEnumerable<string> Categories =>
            Fixture.GetCustomAttributes<CategoryAttribute>().Concat(Method.GetCustomAttributes<CategoryAttribute>()).Select(c => c.Name);

        /// <summary>The test cases of a fixture, ordered by name, as NUnit runs them.</summary>
        internal static IEnumerable<TestCase> Of(Type fixture, TestMode mode)
        {
            foreach (var method in fixture.GetMethods(Methods).OrderBy(m => m.Name, StringComparer.Ordinal))
            {
                var cases = method.GetCustomAttributes<TestCaseAttribute>().ToList();
                foreach (var one in cases) yield return new TestCase(fixture, method, one.Arguments, mode);
                if (cases.Count == 0 && (method.IsDefined(typeof(TestAttribute)) || method.IsDefined(typeof(UnityTestAttribute))))
                    yield return new TestCase(fixture, method, Array.Empty<object?>(), mode);
            }
        }

        /// <summary>Everything from set up to tear down; one step each time a frame passes.</summary>
        internal IEnumerator Steps(object? instance)
        {
            using var logs = new LogScope();
            Call<SetUpAttribute>(instance);
            try
            {
                if (Method.Invoke(instance, Arguments) is IEnumerator frames)
                {
                    while (frames.MoveNext())
                    {
                        logs.Check();
                        // In the game's time: how many physics steps a frame has is the machine's business.
                        var until = Time.time + (frames.Current is WaitForSeconds wait && Application.isPlaying ? wait.m_Seconds : 0);
                        do yield return null;
                        while (Time.time < until);
                    }
                }
                logs.Check();
            }
            finally
            {
                Call<TearDownAttribute>(instance);
            }
            logs.CheckAll();
        }

        internal void Call<T>(object? instance)
            where T : Attribute
        {
            foreach (var method in Fixture.GetMethods(Methods))
                if (method.IsDefined(typeof(T))) method.Invoke(instance, null);
        }

        private bool Has<T>()
            where T : Attribute => Method.IsDefined(typeof(T)) || Fixture.IsDefined(typeof(T));

        private static string? Reason(MemberInfo member) =>
            member.GetCustomAttributesData()
                .FirstOrDefault(a => a.AttributeType == typeof(IgnoreAttribute))?.ConstructorArguments[0].Value as string;

        private static string Shown(object? argument) =>
            argument is string text ? $"\"{text}\"" : Convert.ToString(argument, System.Globalization.CultureInfo.InvariantCulture)
                ?? "null";
    }
}
