using System;

namespace UnityEngine.TestTools
{
    /// <summary>A test that takes several frames: a method that returns IEnumerator.</summary>
    [AttributeUsage(AttributeTargets.Method)]
    public class UnityTestAttribute : Attribute
    {
    }
}
