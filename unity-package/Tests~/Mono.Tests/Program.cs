using System.Reflection;
using System.Runtime.ExceptionServices;
using Xunit.Sdk;

namespace Fairlead.Core.Tests;

/// <summary>
/// Runs the tests of this assembly one after the other and leaves a report. Usage: mono Fairlead.Core.Tests.exe [--report file.json]
/// [part of a test's name …], or --editor home project: an editor in a process of its own, for a test to kill.
/// </summary>
internal static class Program
{
    private static int Main(string[] arguments)
    {
        if (arguments.Length > 0 && arguments[0] == LoneEditor.Flag) return LoneEditor.Run(arguments[1], arguments[2]);
        var words = arguments.ToList();
        string? report = null;
        var at = words.IndexOf("--report");
        if (at >= 0)
        {
            report = words[at + 1];
            words.RemoveRange(at, 2);
        }
        var passed = 0;
        var failures = new JArray();
        foreach (var test in Tests().Where(test => words.Count == 0 || words.Any(word => test.Name.Contains(word))))
        {
            try
            {
                test.Run();
                passed++;
            }
            catch (Exception e)
            {
                failures.Add(new JObject { ["test"] = test.Name, ["message"] = e.Message });
                Console.WriteLine($"FAILED {test.Name}\n{e}\n");
            }
        }
        if (report != null) File.WriteAllText(report, new JObject { ["passed"] = passed, ["failures"] = failures }.ToString());
        Console.WriteLine($"{passed} passed, {failures.Count} failed on Mono ({Environment.Version})");
        return failures.Count == 0 ? 0 : 1;
    }

    private static IEnumerable<(string Name, Action Run)> Tests()
    {
        foreach (var type in typeof(Program).Assembly.GetTypes().Where(type => type.IsPublic && !type.IsAbstract)
            .OrderBy(type => type.FullName, StringComparer.Ordinal))
            foreach (var method in type.GetMethods(BindingFlags.Instance | BindingFlags.Public | BindingFlags.DeclaredOnly))
            {
                if (!method.IsDefined(typeof(FactAttribute), true)) continue;
                foreach (var row in Rows(method))
                {
                    var shown = row.Length == 0 ? "" : $"({string.Join(", ", row)})";
                    yield return ($"{type.Name}.{method.Name}{shown}", () => Run(type, method, row));
                }
            }
    }

    private static IEnumerable<object[]> Rows(MethodInfo method) =>
        method.IsDefined(typeof(TheoryAttribute), true)
            ? method.GetCustomAttributes<DataAttribute>().SelectMany(data => data.GetData(method))
            : [[]];

    private static void Run(Type type, MethodInfo method, object[] row)
    {
        var instance = Activator.CreateInstance(type);
        try
        {
            if (method.Invoke(instance, row) is Task task) task.GetAwaiter().GetResult();
        }
        catch (TargetInvocationException e) when (e.InnerException != null)
        {
            ExceptionDispatchInfo.Capture(e.InnerException).Throw();
        }
        finally
        {
            (instance as IDisposable)?.Dispose();
        }
    }
}
