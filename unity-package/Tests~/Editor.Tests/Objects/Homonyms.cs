using UnityEngine;

namespace Fairlead.Editor.Tests.Homonyms;

/// <summary>A script with the name of one of Unity's components.</summary>
public sealed class Skybox : MonoBehaviour
{
}
