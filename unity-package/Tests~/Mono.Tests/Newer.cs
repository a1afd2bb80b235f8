using System.Diagnostics;
using System.Security.Cryptography;

namespace Fairlead.Core.Tests;

/// <summary>Members of .NET that the tests use and .NET Standard 2.1 lacks.</summary>
internal static class Newer
{
    extension(Directory)
    {
        public static DirectoryInfo CreateTempSubdirectory(string prefix) =>
            Directory.CreateDirectory(Path.Combine(Path.GetTempPath(), prefix + Guid.NewGuid().ToString("N")));

        public static void CreateSymbolicLink(string path, string target)
        {
            using var ln = Process.Start(new ProcessStartInfo("ln", $"-s \"{target}\" \"{path}\"") { UseShellExecute = false })!;
            ln.WaitForExit();
            if (ln.ExitCode != 0) throw new IOException($"ln ended with {ln.ExitCode}.");
        }
    }

    extension(Environment)
    {
        public static int ProcessId => Process.GetCurrentProcess().Id;
    }

    extension(OperatingSystem)
    {
        public static bool IsWindows() => Path.DirectorySeparatorChar == '\\';
    }

    extension(SHA256)
    {
        public static byte[] HashData(byte[] bytes)
        {
            using var sha = SHA256.Create();
            return sha.ComputeHash(bytes);
        }
    }

    extension(Convert)
    {
        public static string ToHexStringLower(byte[] bytes) => BitConverter.ToString(bytes).Replace("-", "").ToLowerInvariant();
    }

    extension(Enum)
    {
        public static T[] GetValues<T>()
            where T : struct => (T[])Enum.GetValues(typeof(T));
    }

    internal static async Task WaitAsync(this Task task, TimeSpan limit)
    {
        if (await Task.WhenAny(task, Task.Delay(limit)) != task) throw new TimeoutException();
        await task;
    }

    internal static async Task<T> WaitAsync<T>(this Task<T> task, TimeSpan limit)
    {
        await ((Task)task).WaitAsync(limit);
        return await task;
    }

    internal static Task WaitForExitAsync(this Process process) => Task.Run(process.WaitForExit);

    internal static IEnumerable<T> Order<T>(this IEnumerable<T> items) => items.OrderBy(item => item);

    internal static IEnumerable<(A First, B Second)> Zip<A, B>(this IEnumerable<A> first, IEnumerable<B> second) =>
        first.Zip(second, (a, b) => (a, b));
}
