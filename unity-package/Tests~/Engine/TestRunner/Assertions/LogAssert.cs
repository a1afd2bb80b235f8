using System.Text.RegularExpressions;
using Fairlead.Engine.Tests;

namespace UnityEngine.TestTools
{
    /// <summary>Log messages that a test expects. An error that nobody expects fails the test.</summary>
    public static class LogAssert
    {
        public static bool ignoreFailingMessages
        {
            get => LogScope.Current.IgnoresFailingMessages;
            set => LogScope.Current.IgnoresFailingMessages = value;
        }

        public static void Expect(LogType type, string message) =>
            LogScope.Current.Expect(type, message, text => text == message);

        public static void Expect(LogType type, Regex message) =>
            LogScope.Current.Expect(type, $"Regex: {message}", message.IsMatch);

        public static void Expect(string message) => LogScope.Current.Expect(null, message, text => text == message);

        public static void Expect(Regex message) => LogScope.Current.Expect(null, $"Regex: {message}", message.IsMatch);

        public static void NoUnexpectedReceived() => LogScope.Current.NoUnexpectedReceived();
    }
}
